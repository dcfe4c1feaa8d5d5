package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import org.junit.jupiter.api.Test;

class AuditTest extends ConsoleFixture {

  @Test
  void events_are_found_by_action_target_member_and_time() {
    Actor ann = server.member(ANN, Role.USER);
    server.golden("shop");

    assertThat(browser.get("/audit").body()).contains("invite.accepted", "golden.shared", ANN);
    assertThat(browser.get("/audit?text=golden").body())
        .contains("golden.shared")
        .doesNotContain("invite.accepted");
    assertThat(browser.get("/audit?member=" + ANN).body())
        .contains("invite.accepted")
        .doesNotContain("golden.shared");
    assertThat(browser.get("/audit?text=user%2F" + ann.userId()).body()).contains("session.began");
    assertThat(browser.get("/audit?from=2999-01-01T00:00").body()).contains("No event is found");
    assertThat(browser.get("/audit?from=&until=2999-01-01T00:00").body()).contains("golden.shared");
  }

  @Test
  void a_filter_is_kept_on_the_next_page() {
    for (int i = 0; i < 60; i++) {
      server.control.tokens().create(server.admin, "<i>" + i, 0);
    }

    String first = browser.get("/audit?text=token&member=" + ServedConsole.ADMIN).body();
    String next = first.replaceFirst("(?s).*<a href=\"(/audit\\?[^\"]*cursor=[^\"]+)\".*", "$1");
    String second = browser.get(next.replace("&amp;", "&")).body();

    assertThat(next).contains("text=token", "member=admin%40example.com");
    assertThat(first).contains("&lt;i&gt;59").doesNotContain("<i>", "name: &lt;i&gt;9,");
    assertThat(second).contains("&lt;i&gt;0").doesNotContain("&lt;i&gt;59", "invite.accepted");
  }

  @Test
  void wrong_filters_are_named() {
    assertThat(browser.get("/audit?member=who").body()).contains("The field member must be");
    assertThat(browser.get("/audit?until=soon").body()).contains("The field until must be a time");
    assertThat(browser.get("/audit?text=%00").statusCode()).isEqualTo(400);
  }

  @Test
  void operators_see_ids_instead_of_addresses_and_users_see_nothing() {
    server.member(ANN, Role.OPERATOR);
    server.member("bob@example.com", Role.USER);

    assertThat(server.signedIn(ANN).get("/audit").body())
        .contains("session.began")
        .contains("/audit?member=" + server.admin.userId())
        .doesNotContain(">" + ServedConsole.ADMIN + "<");
    assertThat(server.signedIn("bob@example.com").get("/audit").statusCode()).isEqualTo(403);
  }
}
