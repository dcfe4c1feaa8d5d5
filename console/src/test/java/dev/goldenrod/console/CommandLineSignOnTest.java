package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs the command line in at an issuer. */
class CommandLineSignOnTest {
  @TempDir private Path home;

  @Test
  void the_command_line_logs_in_at_the_issuer_and_loses_its_access_with_the_account() {
    CommandLineUser ann = new CommandLineUser(home);
    try (TestIssuer issuer = new TestIssuer();
        SignOnFixture server =
            new SignOnFixture(issuer.url(), TestIssuer.CLIENT, TestIssuer.SECRET, "groups")) {
      issuer.deviceState = "";

      int code = ann.type("login", server.address.toString(), "--sso");

      assertThat(code).as(ann.err()).isZero();
      assertThat(ann.err())
          .contains(
              "Open " + issuer.url() + "/device and enter the code WDJB-MJHT",
              "as ann@example.com (user)");
      assertThat(ann.type("token", "list", "-o", "json")).isZero();
      assertThat(ann.out()).containsOnlyOnce("goldenrod login on ");

      server.clock.advance(Duration.ofMinutes(4));
      issuer.refreshFailure = "invalid_grant";
      server.signOn.renewDue();

      assertThat(ann.type("whoami")).isEqualTo(4);
    }
  }

  @Test
  void a_server_without_single_sign_on_is_named() {
    CommandLineUser ann = new CommandLineUser(home);
    try (ServedConsole console = new ServedConsole()) {
      assertThat(ann.type("login", console.address().toString(), "--sso")).isEqualTo(1);
      assertThat(ann.err()).contains(console.address() + " has no single sign-on");
    }
  }
}
