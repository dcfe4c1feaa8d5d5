package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditTest extends ConsoleFixture {

  @Test
  void events_are_found_by_action_target_member_and_time() {
    Actor ann = server.member(ANN, Role.USER);
    server.golden("shop");

    assertThat(browser.get("/audit").body()).contains("invitation accepted", "golden shared", ANN);
    assertThat(browser.get("/audit?text=golden").body())
        .contains("golden shared")
        .doesNotContain("invitation accepted");
    assertThat(browser.get("/audit?member=" + ANN).body())
        .contains("invitation accepted")
        .doesNotContain("golden shared");
    assertThat(browser.get("/audit?text=user%2F" + ann.userId()).body()).contains("session began");
    assertThat(browser.get("/audit?from=2999-01-01T00:00").body()).contains("No event is found");
    assertThat(browser.get("/audit?from=&until=2999-01-01T00:00").body()).contains("golden shared");
  }

  @Test
  void targets_have_their_present_names_and_lead_to_their_pages() {
    UUID golden = server.golden("shop");
    Actor ann = server.member(ANN, Role.USER);
    Instance clone =
        server
            .control
            .instances()
            .launch(
                ann,
                new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0, "", "mine"));

    assertThat(browser.get("/audit?kind=instance").body())
        .contains("clone launched", "<a href=\"/clones/" + clone.id() + "\">mine</a>", ">" + ANN)
        .doesNotContain("golden shared");
    assertThat(browser.get("/audit?text=clone+launched").body()).contains(">mine</a>");
    assertThat(browser.get("/audit?kind=golden").body())
        .contains("<a href=\"/goldens/" + golden + "\">shop</a>");
    assertThat(browser.get("/audit?kind=user").body())
        .contains("<a href=\"/members/" + ann.userId() + "\">" + ANN + "</a>");

    server.control.instances().delete(server.admin, clone.id());
    server.control.goldens().delete(server.admin, golden, true);
    server.work();
    assertThat(browser.get("/audit?kind=instance").body())
        .contains("clone destroyed", "mine")
        .doesNotContain("/clones/" + clone.id());
    assertThat(browser.get("/audit?kind=golden").body())
        .contains("shop")
        .doesNotContain("/goldens/" + golden);
  }

  @Test
  void times_are_of_the_zone_that_the_browser_sends() {
    server.golden("shop");
    String now = LocalDateTime.ofInstant(server.control.now(), ZoneOffset.UTC).toString();
    String here = now.substring(0, 16);

    assertThat(browser.get("/audit?zone=Asia/Tokyo&from=" + here).body()).contains("golden shared");
    assertThat(browser.get("/audit?zone=America/New_York&from=" + here).body())
        .contains("No event is found");
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
    assertThat(second).contains("&lt;i&gt;0").doesNotContain("&lt;i&gt;59", "invitation accepted");
  }

  @Test
  void wrong_filters_are_named() {
    assertThat(browser.get("/audit?member=who").body()).contains("The field member must be");
    assertThat(browser.get("/audit?kind=clone").body()).contains("The field kind must be chosen");
    assertThat(browser.get("/audit?zone=Mars&from=2026-01-31T18:00").body())
        .contains("The field from must be a time");
    assertThat(browser.get("/audit?until=soon").body()).contains("The field until must be a time");
    assertThat(browser.get("/audit?text=%00").statusCode()).isEqualTo(400);
  }

  @Test
  void operators_see_ids_instead_of_addresses_and_users_see_nothing() {
    server.member(ANN, Role.OPERATOR);
    server.member("bob@example.com", Role.USER);

    assertThat(server.signedIn(ANN).get("/audit").body())
        .contains("session began")
        .contains("/audit?member=" + server.admin.userId())
        .doesNotContain(">" + ServedConsole.ADMIN + "<");
    assertThat(server.signedIn("bob@example.com").get("/audit").statusCode()).isEqualTo(403);
  }
}
