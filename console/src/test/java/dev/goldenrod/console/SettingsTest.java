package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Role;
import dev.goldenrod.quota.Caps;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private final ServedConsole server = new ServedConsole();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void admins_find_and_read_what_the_server_runs_with() {
    PlainBrowser admin = server.signedIn(ServedConsole.ADMIN);

    assertThat(admin.get("/").body()).contains("<a href=\"/settings\">Settings</a>");
    assertThat(admin.get("/settings").body())
        .contains("<dt>Release</dt><dd>1.2.3</dd>")
        .contains("<dt>Store</dt><dd>PostgreSQL</dd>", "<dt>Schema version</dt><dd>31</dd>")
        .contains("on xfs", "reflinks on xfs at", "<dt>Copy-on-write</dt><dd>yes</dd>")
        .contains("<dt>TLS of this address</dt><dd>on, ", "<dt>TLS of databases</dt><dd>off</dd>")
        .contains("/metrics of 127.0.0.1, port 9878")
        .contains(
            "Databases and branches</th><td data-label=\"Each member\" class=\"number\">20</td>",
            "at most 365d")
        .contains("cpu: no cgroup hierarchy is mounted")
        .contains("online</span>", "No issuer is configured")
        .doesNotContain("<form method=\"post\" action=\"/settings");
  }

  @Test
  void a_limit_that_changes_while_the_server_runs_is_shown() {
    server.control.changeCaps(new Caps(1, 2, 3, 4, 5, 6));

    assertThat(server.signedIn(ServedConsole.ADMIN).get("/settings").body())
        .contains(">3</td><td data-label=\"All members together\" class=\"number\">4</td>");
  }

  @Test
  void nobody_but_admins_reads_them() {
    server.member("oli@example.com", Role.OPERATOR);
    PlainBrowser operator = server.signedIn("oli@example.com");

    assertThat(operator.get("/").body()).doesNotContain("/settings");
    assertThat(operator.get("/settings").statusCode()).isEqualTo(403);
    assertThat(operator.get("/settings").body()).doesNotContain("reflinks");
  }
}
