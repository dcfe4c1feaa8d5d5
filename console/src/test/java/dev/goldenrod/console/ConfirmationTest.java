package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Instances;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the line that confirms a change on the page that the form leads to. */
class ConfirmationTest extends ConsoleFixture {
  private static final String SHOP = "/databases/shop";
  private static final String COOKIE = "goldenrod-done";
  private static final Pattern LINE = Pattern.compile("<p id=\"done\" role=\"status\">(.*?)</p>");

  @BeforeEach
  void make_a_database() {
    server
        .control
        .databases()
        .create(
            server.admin,
            new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
  }

  @Test
  void changes_of_databases_are_confirmed() {
    assertThat(confirmed(SHOP + "/stop", SHOP + "/stop")).isEqualTo("Stop of shop has begun.");
    server.work();
    assertThat(confirmed(SHOP, SHOP + "/start")).isEqualTo("Start of shop has begun.");
    server.work();
    assertThat(confirmed(SHOP + "/branch", SHOP + "/branches", "name", "next"))
        .isEqualTo("Branch next of shop is being created.");
    server.work();
    assertThat(confirmed("/databases/next/promote", "/databases/next/promote"))
        .isEqualTo("Promotion of next to shop has begun.");
    server.work();
    assertThat(confirmed(SHOP, SHOP + "/protection", "protect", "true"))
        .isEqualTo("shop is now protected from deletion.");
    assertThat(confirmed(SHOP, SHOP + "/snapshot-schedule", "cron", "0 3 * * *", "keep", "7"))
        .isEqualTo("The snapshot schedule has been saved.");
    assertThat(confirmed("/databases/shop-old-1/delete", "/databases/shop-old-1/delete"))
        .isEqualTo("Deletion of shop-old-1 has begun.");
  }

  @Test
  void changes_of_clones_are_confirmed() {
    String clone = "/clones/" + launch();

    assertThat(confirmed(clone + "/reset", clone + "/reset"))
        .isEqualTo("Reset of orders-dev has begun.");
    assertThat(confirmed(clone, clone + "/extend", "ttl", "90d"))
        .isEqualTo("orders-dev now expires in 90d.");
    assertThat(confirmed(clone + "/delete", clone + "/delete"))
        .isEqualTo("Deletion of orders-dev has begun.");
  }

  private UUID launch() {
    server.golden("orders");
    Instances.Launch launch =
        new Instances.Launch("orders", InstanceSize.SMALL, Ttl.parse("8h"), 0).named("orders-dev");
    UUID clone = server.control.instances().launch(server.admin, launch).id();
    server.work();
    return clone;
  }

  @Test
  void changes_of_members_and_settings_are_confirmed() {
    String member = "/members/" + server.member(ANN, Role.USER).userId();

    assertThat(confirmed("/quotas", "/quotas", "per_member", "3", "in_total", "9"))
        .isEqualTo("The quotas have been saved.");
    assertThat(confirmed(member, member + "/role", "role", "operator"))
        .isEqualTo("The role of ann@example.com is now operator.");
    assertThat(confirmed(member + "/disable", member + "/disable"))
        .isEqualTo("ann@example.com is now disabled.");
    assertThat(confirmed(member + "/remove", member + "/remove"))
        .isEqualTo("ann@example.com has been removed.");
    assertThat(confirmed("/account", "/account/name", "name", "Ada"))
        .isEqualTo("Your name has been changed.");
  }

  @Test
  void a_page_with_a_new_password_confirms_that_the_former_one_is_replaced() {
    assertThat(line(browser.sendFrom(SHOP + "/reset-password", SHOP + "/reset-password")))
        .isEqualTo("The password of shop has been reset.");
    assertThat(line(browser.sendFrom(SHOP, SHOP + "/login"))).isEmpty();
  }

  @Test
  void a_name_in_a_confirmation_is_no_markup_and_the_line_is_shown_once() {
    String page = location(take("<b>é"));

    assertThat(line(browser.get(page))).isEqualTo("Snapshot &lt;b&gt;é is being taken.");
    assertThat(line(browser.get(page))).isEmpty();
  }

  @Test
  void an_open_page_that_updates_itself_leaves_the_line_to_the_page_of_the_form() {
    String page = location(take("monday"));

    assertThat(line(browser.get("/clones", "HX-Request", "true"))).isEmpty();
    assertThat(line(browser.get(page, "HX-Request", "true", "HX-Boosted", "true")))
        .isEqualTo("Snapshot monday is being taken.");
  }

  @Test
  void a_refused_change_is_not_confirmed() {
    HttpResponse<String> refused = take("");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(line(browser.get(SHOP))).isEmpty();
  }

  @Test
  void a_confirmation_that_the_session_did_not_write_is_not_shown() {
    server.member(ANN, Role.ADMIN);
    String own = cookie(take("monday"));
    String text = own.substring(0, own.indexOf('.'));
    PlainBrowser ann = server.signedIn(ANN);

    assertThat(own).startsWith(COOKIE + "=");
    for (String forged :
        new String[] {own, text, text + ".x", COOKIE + "=.", COOKIE + "=%", COOKIE + "="}) {
      HttpResponse<String> page = ann.get("/clones", "Cookie", forged);
      assertThat(page.statusCode()).as(forged).isEqualTo(200);
      assertThat(line(page)).as(forged).isEmpty();
    }
  }

  private HttpResponse<String> take(String name) {
    return browser.sendFrom(SHOP + "/snapshot", SHOP + "/snapshots", "name", name);
  }

  private static String cookie(HttpResponse<String> response) {
    String cookie =
        response.headers().allValues("Set-Cookie").stream()
            .filter(one -> one.startsWith(COOKIE))
            .findFirst()
            .orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Max-Age=60");
    return cookie.replaceFirst(";.*", "");
  }

  /** Sends a form of a page, and returns the confirmation on the page that it leads to. */
  private String confirmed(String page, String path, String... fields) {
    HttpResponse<String> sent = browser.sendFrom(page, path, fields);
    assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
    return line(browser.get(location(sent)));
  }

  private static String line(HttpResponse<String> page) {
    Matcher line = LINE.matcher(page.body());
    assertThat(line.find()).as(page.body()).isTrue();
    return line.group(1);
  }
}
