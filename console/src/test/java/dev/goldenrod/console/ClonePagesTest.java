package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of clones, and what a clone's page offers. */
class ClonePagesTest extends ConsoleFixture {
  private static final int MOST_BYTES = 20_000;

  @BeforeEach
  void make_goldens() {
    server.golden("shop");
    server.golden("bank");
  }

  @Test
  void clones_are_found_by_name_golden_and_state() {
    launch(server.admin, "shop", "orders");
    launch(server.admin, "bank", "orders-too");
    launch(server.admin, "bank", "ledger");
    server.work();

    assertThat(browser.get("/clones?name=ORDERS").body())
        .contains(">orders<", ">orders-too<")
        .doesNotContain(">ledger<");
    assertThat(browser.get("/clones?name=orders&golden=bank").body())
        .contains(">orders-too<")
        .doesNotContain(">orders<");
    assertThat(browser.get("/clones?state=Failed&name=%22%3E%3Cb%3E").body())
        .contains("No clone matches", "&#34;>")
        .doesNotContain("\"><b>");
    assertThat(browser.get("/clones").body())
        .contains("<span class=\"phase good\">Ready</span>", ServedConsole.ADMIN);
  }

  @Test
  void a_long_list_has_pages_that_keep_the_search() {
    server.control.quotas().change(server.admin, new Quotas.Change(200, 200));
    for (int i = 0; i < 60; i++) {
      launch(server.admin, "shop", "many-" + i);
    }

    String first = browser.get("/clones?name=many").body();
    String last = browser.get("/clones?name=many&page=9").body();

    assertThat(first).contains("Page 1 of 2, 60 rows", "/clones?name=many&amp;page=2");
    assertThat(last).contains("Page 2 of 2", ">many-59<").doesNotContain("rel=\"next\"");
  }

  @Test
  void members_see_their_own_clones_without_owners() {
    launch(server.admin, "shop", "of-admin");
    launch(server.member("uma@example.com", Role.USER), "shop", "of-uma");

    assertThat(server.signedIn("uma@example.com").get("/clones").body())
        .contains("of-uma")
        .doesNotContain("of-admin")
        .doesNotContain(">Owner<");
    assertThat(browser.get("/clones").body()).contains(">uma@example.com</td>");
  }

  @Test
  void a_version_is_chosen_for_a_launch() {
    server.golden("shop");

    String form = browser.get("/clones/new?golden=shop&version=1").body();
    HttpResponse<String> launched =
        browser.sendFrom(
            "/clones/new",
            "/clones",
            "golden",
            "shop",
            "version",
            "1",
            "size",
            "small",
            "ttl",
            "1h");

    assertThat(form).contains("newest (2)", "<option value=\"1\" selected>");
    assertThat(launched.statusCode()).isEqualTo(303);
    assertThat(server.control.instances().list(server.admin).get(0).spec().golden().version())
        .isEqualTo(1);
  }

  @Test
  void a_launch_offers_the_first_of_many_goldens_and_those_that_a_search_finds() {
    server.goldens("team", 698);

    String first = browser.get("/clones/new").body();
    String found = browser.get("/clones/new?q=TEAM-69").body();
    String none = browser.get("/clones/new?q=%3Cb%3E").body();

    assertThat(first.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
    assertThat(first)
        .contains("first 50 of 700 goldens", "bank, newest version 1", "team-047,")
        .doesNotContain("team-048,");
    assertThat(found)
        .contains("offers 8 goldens", "team-690", "team-697", ">Show all<")
        .doesNotContain("team-68", "bank");
    assertThat(none)
        .contains("No golden has a name that contains this text", "value=\"&lt;b")
        .doesNotContain("<b>", ">Launch<");
  }

  @Test
  void an_unknown_golden_or_version_is_named_and_another_one_offered() {
    String golden = browser.get("/clones/new?golden=%3Cb%3E").body();
    String version = browser.get("/clones/new?golden=shop&version=7").body();

    assertThat(golden)
        .contains("There is no golden &lt;b&gt; with a version", "shop, newest version 1")
        .doesNotContain("<b>");
    assertThat(version).contains("The golden shop has no ready version 7", "newest (1)");
  }

  @Test
  void a_refresh_is_offered_only_if_there_is_a_newer_version() {
    String path = path(launch(server.admin, "shop", "one"));
    server.work();
    assertThat(browser.get(path).body()).doesNotContain(path + "/refresh");
    server.golden("shop");

    assertThat(browser.get(path).body()).contains("Refresh to version 2");
    assertThat(browser.get(path + "/refresh").body()).contains("in place of version 1");
    browser.sendFrom(path + "/refresh", path + "/refresh");

    assertThat(server.control.instances().list(server.admin).get(0).spec().golden().version())
        .isEqualTo(2);
  }

  @Test
  void reset_and_deletion_say_what_is_lost() {
    String path = path(launch(server.admin, "shop", "one"));
    server.work();

    assertThat(browser.get(path + "/reset").body()).contains("written since is lost");
    browser.sendFrom(path + "/reset", path + "/reset");
    assertThat(server.control.instances().list(server.admin).get(0).spec().resetGeneration())
        .isEqualTo(1);
    assertThat(browser.get(path + "/delete").body()).contains("All its data is lost");
    browser.sendFrom(path + "/delete", path + "/delete");
    server.work();
    assertThat(server.control.instances().list(server.admin)).isEmpty();
  }

  @Test
  void an_extension_keeps_days_and_its_error_names_the_label_and_the_local_time() {
    String path = path(launch(server.admin, "shop", "one"));
    server.work();
    browser.sendFrom(path, path + "/extend", "ttl", "90d");

    HttpResponse<String> refused = browser.sendFrom(path, path + "/extend", "ttl", "1h");

    assertThat(browser.get(path).body()).contains("name=\"ttl\" value=\"90d\"");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body())
        .contains("The field time to live must extend past the current expiry <time datetime=");
  }

  @Test
  void the_owner_gets_a_new_password_that_is_shown_once() {
    Instance clone = launch(server.admin, "shop", "one");
    server.work();
    String path = path(clone);
    String before = password(clone);

    HttpResponse<String> reset = browser.sendFrom(path + "/password", path + "/password");

    assertThat(password(clone)).isNotEqualTo(before);
    assertThat(reset.body()).contains(password(clone));
    assertThat(browser.get(path).body()).doesNotContain(password(clone));
  }

  @Test
  void a_viewer_opens_no_page_with_a_form() {
    server.member("vic@example.com", Role.VIEWER);
    PlainBrowser vic = server.signedIn("vic@example.com");

    assertThat(vic.get("/clones/new").statusCode()).isEqualTo(403);
    assertThat(vic.get("/clones").body()).doesNotContain("/clones/new");
  }

  @Test
  void others_can_neither_change_a_clone_nor_see_its_login() {
    String path = path(launch(server.member("uma@example.com", Role.USER), "shop", "one"));
    server.member("eve@example.com", Role.USER);
    PlainBrowser eve = server.signedIn("eve@example.com");
    server.work();

    assertThat(eve.get(path).statusCode()).isEqualTo(403);
    for (String form : new String[] {"/login", "/password", "/reset", "/refresh", "/delete"}) {
      assertThat(eve.sendFrom("/clones", path + form).statusCode()).as(form).isEqualTo(403);
    }
    assertThat(browser.get(path).body()).doesNotContain(path + "/login");
    assertThat(browser.sendFrom(path, path + "/password").statusCode()).isEqualTo(403);
  }

  private String password(Instance clone) {
    return server.control.instances().credentials(server.admin, clone.id()).password();
  }

  private static String path(Instance clone) {
    return "/clones/" + clone.id();
  }

  private Instance launch(Actor member, String golden, String name) {
    return server
        .control
        .instances()
        .launch(
            member,
            new Instances.Launch(golden, InstanceSize.SMALL, Ttl.parse("8h"), 0).named(name));
  }
}
