package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Databases;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.quota.Caps;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of databases, and the form of a new one. */
class DatabasePagesTest extends ConsoleFixture {
  private static final int LARGEST_PAGE_BYTES = 60 * 1024;
  private static final Pattern MORE = Pattern.compile("<a id=\"more\" href=\"([^\"]+)\">More</a>");

  @Test
  void a_long_list_has_small_pages_and_is_searched_as_a_whole() {
    server.control.changeCaps(new Caps(1, 1, 200, 200, 1, 1));
    for (int i = 0; i < 200; i++) {
      create(server.admin, "shop-%03d".formatted(i));
    }

    String first = browser.get("/databases").body();
    String second = browser.get(more(first)).body();
    String found = browser.get("/databases?q=SHOP-1").body();
    String next = browser.get(more(found)).body();

    assertThat(first.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST_PAGE_BYTES);
    assertThat(first).contains("shop-000", "shop-049").doesNotContain("shop-050");
    assertThat(second).contains("shop-050").doesNotContain("shop-049");
    assertThat(found).contains("shop-100", "shop-149").doesNotContain("shop-150", "shop-000");
    assertThat(next).contains("shop-150", "shop-199").doesNotContain(">More<");
    assertThat(browser.get("/databases?q=%3Cb%3E").body())
        .contains("No database has a name", "value=\"&lt;b")
        .doesNotContain("<b>");
  }

  private static String more(String page) {
    Matcher link = MORE.matcher(page);
    assertThat(link.find()).isTrue();
    return link.group(1).replace("&amp;", "&");
  }

  @Test
  void a_member_sees_the_own_databases_and_an_admin_all_with_their_owners() {
    Actor eve = server.member("eve@example.com", Role.USER);
    create(eve, "blog");
    create(server.admin, "shop");

    assertThat(server.signedIn("eve@example.com").get("/databases").body())
        .contains("/databases/blog")
        .doesNotContain("/databases/shop", "Owner");
    assertThat(browser.get("/databases").body())
        .contains("/databases/blog", "/databases/shop", "eve@example.com", ">you</td>");
  }

  @Test
  void a_new_database_has_an_engine_that_a_cluster_can_run() {
    server.dataPlane.setEngines(
        List.of(
            EngineVersion.available("mysql", "8.0", EngineVersion.Origin.INSTALLED),
            EngineVersion.unavailable("mysql", "5.7", "not installed")));

    assertThat(browser.get("/databases/-/new").body())
        .contains("MySQL 8.0")
        .doesNotContain("MySQL 5.7", "PostgreSQL", "name=\"cluster\"");
  }

  @Test
  void a_database_is_called_new() {
    create(server.admin, "new");
    server.work();

    String page = browser.get("/databases/new").body();
    HttpResponse<String> stopped = browser.sendFrom("/databases/new/stop", "/databases/new/stop");

    assertThat(page).contains("<h1>new</h1>", "running");
    assertThat(location(stopped)).isEqualTo("/databases/new");
    assertThat(browser.get("/databases").body()).contains("href=\"/databases/-/new\"");
  }

  @Test
  void a_new_database_copies_one_of_many_goldens() {
    server.goldens("shop", 60);

    String all = browser.get("/databases/-/new").body();
    String found = browser.get("/databases/-/new?q=shop-059").body();
    String none = browser.get("/databases/-/new?q=crm").body();
    String chosen = browser.get("/databases/-/new?golden=shop-059").body();

    assertThat(all)
        .contains("first 50 of 60 goldens", "copy of shop-049")
        .doesNotContain("shop-050");
    assertThat(found).contains("copy of shop-059", "offers 1 golden").doesNotContain("shop-058");
    assertThat(none).contains("No golden has a name", "none: it begins empty");
    assertThat(chosen)
        .contains("name=\"golden\" value=\"shop-059\"")
        .doesNotContain("shop-058", "Engine of an empty database");
  }

  @Test
  void limits_that_are_not_enforced_are_a_note_beside_the_message() {
    server.dataPlane.blockDatabases("memory 1g and cpu 1 are not enforced: no cgroups; disk full");
    create(server.member("eve@example.com", Role.USER), "blog");
    server.work();

    String eve = server.signedIn("eve@example.com").get("/databases/blog").body();

    assertThat(eve)
        .contains("<dd class=\"quiet\">memory 1g and cpu 1 are not enforced</dd>")
        .containsPattern("<dt>Message</dt><dd>disk full\\s*</dd>");
    assertThat(browser.get("/databases/blog").body())
        .contains("memory 1g and cpu 1 are not enforced: no cgroups</dd>");
  }

  private void create(Actor owner, String name) {
    server
        .control
        .databases()
        .create(
            owner,
            new Databases.Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
  }
}
