package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.testing.InMemoryStore;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chooses among issuers that are not reachable; the console's tests have one that answers. */
class DeviceSignInsTest {
  private static final String SECRET = "one secret for both";

  private final ControlPlane control =
      ControlPlane.builder().store(new InMemoryStore()).passwordIterations(1_000).build();

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void one_of_several_issuers_has_to_be_chosen() {
    DeviceSignIns devices = of("corp", "partner");

    assertThatThrownBy(() -> devices.begin(""))
        .hasMessage("the server has several issuers; choose one of corp, partner");
    assertThatThrownBy(() -> devices.begin("other"))
        .hasMessage("the server has no issuer 'other', but corp, partner");
    assertThat(error(() -> devices.begin("partner")))
        .isEqualTo(DeviceException.Error.TEMPORARILY_UNAVAILABLE);
    assertThat(error(() -> of("corp").begin("")))
        .isEqualTo(DeviceException.Error.TEMPORARILY_UNAVAILABLE);
    assertThat(error(() -> of().begin(""))).isEqualTo(DeviceException.Error.UNAUTHORIZED_CLIENT);
  }

  @Test
  void a_device_code_belongs_to_one_issuer() {
    DeviceSignIns devices = of("corp", "partner");
    String code =
        DeviceSignIns.encrypted(
            issuer("corp"),
            new IssuedCode(Duration.ofSeconds(5), new CodeVerifier(), "of the issuer"));

    assertThat(code).startsWith("corp.").doesNotContain("of the issuer");
    assertThat(error(() -> devices.complete(code)))
        .isEqualTo(DeviceException.Error.TEMPORARILY_UNAVAILABLE);
    assertThat(error(() -> devices.complete(code))).isEqualTo(DeviceException.Error.SLOW_DOWN);
    assertThat(error(() -> devices.complete(code.replace("corp.", "partner."))))
        .isEqualTo(DeviceException.Error.INVALID_GRANT);
  }

  private DeviceSignIns of(String... ids) {
    return new DeviceSignIns(control, Stream.of(ids).map(DeviceSignInsTest::issuer).toList());
  }

  private static Issuer issuer(String id) {
    MembershipRules rules =
        new MembershipRules(Set.of(), Set.of(), Map.of(), Optional.empty(), false, "");
    return new Issuer(
        new IssuerSettings(
            id,
            "Example",
            URI.create("http://127.0.0.1:9/" + id),
            "goldenrod",
            SECRET,
            List.of(),
            "groups",
            rules,
            Optional.empty()),
        new BoundedHttp());
  }

  private static DeviceException.Error error(ThrowingCallable call) {
    return catchThrowableOfType(DeviceException.class, call).error();
  }
}
