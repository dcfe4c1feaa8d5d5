package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.quota.Caps;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The tree of a database, the difference of a branch, and its promotion. */
class BranchPagesTest extends ConsoleFixture {
  private static final int LARGEST_PAGE_BYTES = 60 * 1024;

  private final Databases databases = server.control.databases();

  @BeforeEach
  void make_a_branch() {
    server.control.changeCaps(new Caps(1, 1, 500, 500, 500, 500));
    databases.create(
        server.admin,
        new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
    branch("shop", "next");
    server.work();
  }

  @Test
  void the_tree_links_all_branches_and_snapshots_in_a_drawing_and_a_list() {
    DatabaseSnapshot monday = take("shop", "<monday>");
    server.work();
    databases.branch(server.admin, monday.id(), new Databases.Branch("from-monday", ""));

    String page = browser.get("/databases/next/tree?size=large").body();

    assertThat(page)
        .contains("<h1>Tree of shop</h1>", "href=\"/databases/from-monday\"", "&lt;monday")
        .contains("aria-current=\"true\" transform", "1 snapshot", "snapshot, ready")
        .contains("<li><a href=\"/databases/next\">next</a> running")
        .doesNotContain("<monday>");
  }

  @Test
  void the_tree_is_kept_as_an_svg_file() throws Exception {
    take("shop", "a & <b>");
    HttpResponse<String> file = browser.get("/databases/next/tree.svg");

    assertThat(file.headers().firstValue("Content-Type").orElseThrow()).contains("image/svg+xml");
    assertThat(file.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"shop-tree.svg\"");
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(file.body())));
    assertThat(svg.getElementsByTagName("a").getLength()).isEqualTo(3);
    assertThat(svg.getDocumentElement().getTextContent()).contains("a & <b>");
  }

  @Test
  void a_tree_of_hundreds_of_branches_stays_small_and_says_what_it_leaves_out() {
    for (int i = 0; i < 220; i++) {
      branch("shop", "feature-%03d".formatted(i));
    }

    String page = browser.get("/databases/shop/tree").body();
    String database = browser.get("/databases/shop").body();

    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST_PAGE_BYTES);
    assertThat(page).contains("22 more databases of this tree are not drawn");
    assertThat(database)
        .contains("feature-048", "href=\"/databases/shop/tree\">and 171 more</a>")
        .doesNotContain("feature-049");
    assertThat(browser.get("/databases/shop/tree.svg").body()).contains("feature-219");
  }

  @Test
  void a_difference_marks_what_the_branch_added_and_removed() {
    server.dataPlane.write(credentials("next"), "DROP TABLE tea");

    String page = browser.get("/databases/next/changes").body();

    assertThat(page)
        .contains("Changes of next against shop", "<li class=\"removed\"><b aria-hidden=\"true\">-")
        .contains("DROP TABLE tea;");
    HttpResponse<String> refused = browser.get("/databases/shop/changes");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("Database 'shop' has no parent");
  }

  @Test
  void a_promotion_says_what_will_happen_before_it_happens() {
    server.dataPlane.write(credentials("next"), "CREATE TABLE coffee ()");
    Database branch = databases.find(server.admin, "next");

    String page = browser.get("/databases/next/promote").body();
    HttpResponse<String> promoted =
        browser.sendFrom("/databases/next/promote", "/databases/next/promote");

    assertThat(page).contains("shop-old-", "CREATE TABLE coffee", "are disconnected once");
    assertThat(promoted.headers().firstValue("Location")).hasValue("/databases/shop");
    assertThat(databases.find(server.admin, "shop").id()).isEqualTo(branch.id());
  }

  @Test
  void an_old_promotion_displaces_no_parent_that_it_did_not_show() {
    branch("shop", "other");
    server.work();
    String old = browser.get("/databases/next/promote").body();
    Database promoted = databases.promote(server.admin, "other");
    server.work();

    HttpResponse<String> refused = browser.sendFromShown(old, "/databases/next/promote");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("has another parent than this form showed");
    assertThat(databases.find(server.admin, "shop").id()).isEqualTo(promoted.id());
  }

  @Test
  void a_stopped_branch_is_not_compared_and_the_reason_is_shown() {
    databases.stop(server.admin, "next");
    server.work();

    assertThat(browser.get("/databases/next/promote").body())
        .contains("The schemas could not be compared", "is stopped");
    assertThat(browser.get("/databases/next/changes").statusCode()).isEqualTo(409);
    assertThat(browser.get("/databases/shop/promote").statusCode()).isEqualTo(409);
  }

  private void branch(String parent, String name) {
    databases.branch(server.admin, parent, new Databases.Branch(name, ""));
  }

  private DatabaseSnapshot take(String database, String name) {
    return server.control.snapshots().take(server.admin, database, new Snapshots.Take(name, ""));
  }

  private Credentials credentials(String name) {
    return databases.credentials(server.admin, databases.find(server.admin, name));
  }
}
