package dev.goldenrod.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.ProgramGrant;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.oidc.IssuerSettings;
import dev.goldenrod.oidc.TokenExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IssuersFileTest {
  private static final String SMALLEST =
      """
      url: https://goldenrod.example
      issuers:
        - id: corp
          name: Example Ltd
          url: https://id.example/realms/corp
          client-id: goldenrod
          client-secret-file: secret
      """;

  @TempDir private Path folder;

  @Test
  void the_smallest_file_admits_nobody_new() throws IOException {
    IssuersFile.Content content = read(SMALLEST);

    assertThat(content.url()).isEqualTo(URI.create("https://goldenrod.example"));
    assertThat(content.issuers())
        .containsExactly(
            new IssuerSettings(
                "corp",
                "Example Ltd",
                URI.create("https://id.example/realms/corp"),
                "goldenrod",
                "the secret in " + folder.resolve("secret"),
                List.of("email", "profile"),
                "groups",
                new MembershipRules(
                    Set.of(),
                    Set.of(),
                    Map.of(),
                    Optional.of(Role.USER),
                    false,
                    "an admin of this server"),
                Optional.empty()));
    assertThat(content.toString()).doesNotContain("the secret");
  }

  @Test
  void rules_are_read_from_the_file() throws IOException {
    String rules =
        """
              scopes: [email, offline_access]
              groups-claim: realm_access.roles
              members: {domains: [Example.com], groups: [staff], link-existing: true}
              roles: {dba: operator, it: admin}
              contact: it@example.com
          """;

    IssuerSettings issuer = read(SMALLEST + rules.replaceAll("(?m)^ +", "    ")).issuers().get(0);

    assertThat(issuer.scopes()).containsExactly("email", "offline_access");
    assertThat(issuer.groupsClaim()).isEqualTo("realm_access.roles");
    assertThat(issuer.rules())
        .isEqualTo(
            new MembershipRules(
                Set.of("example.com"),
                Set.of("staff"),
                Map.of("dba", Role.OPERATOR, "it", Role.ADMIN),
                Optional.empty(),
                true,
                "it@example.com"));
  }

  @Test
  void an_issuer_of_programs_needs_no_registration() throws IOException {
    String file =
        """
        url: https://goldenrod.example
        issuers:
          - id: github
            name: GitHub
            url: https://token.actions.githubusercontent.com
            exchange:
              audience: https://goldenrod.example
              rules:
                - claims: {repository: acme/shop}
                  member: ci@example.com
                  scopes: [golden:shop]
        """;

    assertThat(read(file).issuers().get(0).exchange())
        .contains(
            new TokenExchange(
                "https://goldenrod.example",
                List.of(
                    new TokenExchange.Rule(
                        Map.of("repository", "acme/shop"),
                        new ProgramGrant(
                            "ci@example.com",
                            Scopes.of(List.of("golden:shop")),
                            Duration.ofMinutes(15))))));
    assertThatThrownBy(() -> read(file.replace("{repository: acme/shop}", "{}")))
        .hasMessageContaining("a rule of exchange must have claims");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: https://goldenrod.example|url: https://goldenrod.example/console|must be that of",
        "client-id: goldenrod|clientid: goldenrod|unknown key 'clientid'",
        "client-id: goldenrod|client-id: ''|issuer 'corp': client-id must not be empty",
        "client-id: goldenrod|client-id: [a]|client-id must be one value",
        "client-id: goldenrod|client-id:|client-id has no value",
        "https://id.example/|http://id.example/|must be https",
        "id: corp|id: Corp/..|must be lower-case letters",
        "name: Example Ltd|roles: {dba: root}|name is missing",
        "issuers:|issuers: []|cannot be read",
      })
  void a_mistake_is_named(String right, String wrong, String problem) {
    assertThatThrownBy(() -> read(SMALLEST.replace(right, wrong)))
        .isInstanceOf(ConfigFile.InvalidException.class)
        .hasMessageContaining("oidc.yaml")
        .hasMessageContaining(problem);
  }

  private IssuersFile.Content read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("oidc.yaml"), text);
    return IssuersFile.read(file, secret -> "the secret in " + secret);
  }
}
