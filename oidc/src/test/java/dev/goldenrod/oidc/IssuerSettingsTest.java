package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.identity.MembershipRules;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IssuerSettingsTest {
  @Test
  void a_remote_issuer_names_no_endpoint_of_this_machine_without_tls() {
    IssuerSettings remote = of("https://id.example");

    assertThat(remote.allowsEndpoint(URI.create("http://127.0.0.1:8080/token"))).isFalse();
    assertThat(remote.allowsEndpoint(URI.create("http://localhost/token"))).isFalse();
    assertThat(remote.allowsEndpoint(URI.create("https://other.example/token"))).isTrue();
  }

  @Test
  void an_issuer_on_this_machine_names_endpoints_beside_it() {
    IssuerSettings local = of("http://localhost:8080");

    assertThat(local.allowsEndpoint(URI.create("http://127.0.0.1:8080/token"))).isTrue();
    assertThat(local.allowsEndpoint(URI.create("http://id.example/token"))).isFalse();
    assertThat(local.allowsEndpoint(URI.create("javascript:x"))).isFalse();
  }

  private static IssuerSettings of(String url) {
    return new IssuerSettings(
        "corp",
        "Example",
        URI.create(url),
        "goldenrod",
        "secret",
        List.of(),
        "groups",
        new MembershipRules(Set.of(), Set.of(), Map.of(), Optional.empty(), false, "it"),
        Optional.empty());
  }
}
