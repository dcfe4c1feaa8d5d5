package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the effects of the forms of databases, branches and snapshots. */
class DatabaseFormsTest extends ConsoleFixture {
  private static final String SHOP = "/databases/shop";
  private static final String[] FILLED_IN = {
    "name", "old", "memory", "2g", "storage", "25g", "cpu", "4", "cron", "0 3 * * *", "keep", "7"
  };

  private final Databases databases = server.control.databases();
  private final Actor admin = server.admin;

  @BeforeEach
  void make_a_database() {
    assertGoesTo(
        SHOP,
        browser.sendFrom(
            "/databases/-/new",
            "/databases",
            "name",
            "shop",
            "engine",
            "postgresql 15",
            "memory",
            "1g",
            "storage",
            "10g",
            "cpu",
            "2",
            "description",
            "<b>tea</b>"));
    server.work();
  }

  @Test
  void a_database_is_made_with_the_chosen_engine_and_resources_and_its_text_is_no_markup() {
    Database shop = databases.find(admin, "shop");
    assertThat(shop.template().type()).isEqualTo(DatabaseType.POSTGRESQL);
    assertThat(shop.template().version()).isEqualTo("15");
    assertThat(shop.template().config().storage()).isEqualTo(DatabaseConfig.Storage.G10);
    assertThat(browser.get(SHOP).body())
        .contains("running", "PostgreSQL 15", "&lt;b&gt;tea&lt;/b&gt;")
        .doesNotContain("<b>tea");
  }

  @Test
  void a_database_is_made_of_a_golden() {
    server.golden("crm");

    browser.sendFrom(
        "/databases/-/new?golden=crm",
        "/databases",
        "name",
        "crm-copy",
        "golden",
        "crm",
        "memory",
        "1g",
        "storage",
        "5g",
        "cpu",
        "1");

    assertThat(browser.get("/databases/crm-copy").body()).contains("golden crm, version 1");
  }

  @Test
  void the_connection_string_and_a_new_password_are_shown_only_by_forms() {
    String page = browser.get(SHOP).body();
    HttpResponse<String> login = browser.sendFrom(SHOP, SHOP + "/login");
    String password = credentials("shop").password();
    HttpResponse<String> reset =
        browser.sendFrom(SHOP + "/reset-password", SHOP + "/reset-password");

    assertThat(login.body()).contains("id=\"uri\"", password);
    assertThat(page).doesNotContain(password);
    assertThat(credentials("shop").password()).isNotEqualTo(password);
    assertThat(reset.body()).contains(credentials("shop").password());
  }

  @Test
  void a_cluster_that_is_offline_is_named_as_the_reason() {
    server.dataPlane.goOffline();

    HttpResponse<String> refused = browser.sendFrom(SHOP, SHOP + "/login");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.body()).contains("cluster is not connected");
  }

  @Test
  void a_database_is_stopped_started_and_restarted() {
    assertThat(browser.get(SHOP + "/stop").body()).contains("All connections to it end");
    assertThat(browser.get(SHOP + "/restart").body()).contains("All connections to it end");
    browser.sendFrom(SHOP + "/stop", SHOP + "/stop");
    server.work();
    assertThat(databases.find(admin, "shop").phase()).isEqualTo(DatabasePhase.STOPPED);
    assertThat(browser.get(SHOP).body()).contains(">Start<").doesNotContain(">Stop<");

    browser.sendFrom(SHOP, SHOP + "/start");
    server.work();
    browser.sendFrom(SHOP + "/restart", SHOP + "/restart");
    assertThat(databases.find(admin, "shop").phase()).isEqualTo(DatabasePhase.RESTARTING);
  }

  @Test
  void resources_change_and_storage_only_grows() {
    String[] grown = {"memory", "2g", "storage", "25g", "cpu", "4", "description", "new"};
    String[] less = {"memory", "2g", "storage", "5g", "cpu", "4", "description", "new"};

    assertGoesTo(SHOP, browser.sendFrom(SHOP, SHOP + "/resources", grown));
    HttpResponse<String> refused = browser.sendFrom(SHOP, SHOP + "/resources", less);

    assertThat(databases.find(admin, "shop").template().config().memory().wireName())
        .isEqualTo("2g");
    assertThat(databases.find(admin, "shop").template().description()).isEqualTo("new");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("The field storage", "storage can only grow");
  }

  @Test
  void an_old_form_of_resources_does_not_undo_what_somebody_changed_since() {
    String old = browser.get(SHOP).body();
    databases.update(admin, "shop", new DatabaseUpdate(DatabaseConfig.Memory.G4, null, null, null));

    HttpResponse<String> refused =
        browser.sendFromShown(
            old, SHOP + "/resources", "memory", "1g", "storage", "10g", "cpu", "2");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("settings of database 'shop' changed after the page");
    assertThat(databases.find(admin, "shop").template().config().memory())
        .isEqualTo(DatabaseConfig.Memory.G4);
  }

  @Test
  void an_old_form_of_a_schedule_does_not_undo_what_somebody_changed_since() {
    String old = browser.get(SHOP).body();
    browser.sendFrom(SHOP, SHOP + "/snapshot-schedule", "cron", "30 4 * * *", "keep", "5");

    HttpResponse<String> refused =
        browser.sendFromShown(old, SHOP + "/snapshot-schedule", "cron", "0 1 * * *", "keep", "2");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(browser.get(SHOP).body()).contains("<code>30 4 * * *</code>", "the newest 5 kept");
  }

  @Test
  void a_database_is_made_with_its_description_in_one_change() {
    assertThat(databases.find(admin, "shop").template().description()).isEqualTo("<b>tea</b>");
    assertThat(server.control.auditLog().list(admin, 50, null))
        .extracting(AuditEvent::action)
        .contains("database.created")
        .doesNotContain("database.updated");
  }

  @Test
  void the_lines_of_a_description_count_as_in_browsers() {
    String lines = "tea\r\n".repeat(1000);
    String[] described = {"memory", "1g", "storage", "10g", "cpu", "2", "description", lines};

    assertGoesTo(SHOP, browser.sendFrom(SHOP, SHOP + "/resources", described));

    assertThat(databases.find(admin, "shop").template().description())
        .isEqualTo("tea\n".repeat(1000).strip());
  }

  @Test
  void a_protected_database_is_not_deleted() {
    String question = browser.get(SHOP + "/delete").body();
    browser.sendFrom(SHOP, SHOP + "/protection", "protect", "true");

    HttpResponse<String> refused = browser.sendFromShown(question, SHOP + "/delete");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("protected from deletion");
    browser.sendFrom(SHOP, SHOP + "/protection", "protect", "false");
    assertGoesTo("/databases", browser.sendFrom(SHOP + "/delete", SHOP + "/delete"));
    assertThat(names()).isEmpty();
  }

  @Test
  void a_deletion_names_the_branches_and_asks_what_becomes_of_them() {
    branch("shop", "next");
    branch("next", "later");

    assertThat(browser.get(SHOP + "/delete").body()).contains("2 branches come", "next", "later");
    assertThat(browser.sendFrom(SHOP + "/delete", SHOP + "/delete").body())
        .contains("has branches", "next");
    browser.sendFrom(SHOP + "/delete", SHOP + "/delete", "branches", "keep");
    assertThat(names()).containsExactly("next", "later");

    browser.sendFrom("/databases/next/delete", "/databases/next/delete", "branches", "delete");
    assertThat(names()).isEmpty();
  }

  @Test
  void an_old_deletion_spares_the_branches_that_it_did_not_show() {
    branch("shop", "next");
    String old = browser.get(SHOP + "/delete").body();
    branch("next", "later");

    HttpResponse<String> refused =
        browser.sendFromShown(old, SHOP + "/delete", "branches", "delete");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("branches of database 'shop' are others by now");
    assertThat(names()).containsExactly("shop", "next", "later");
    browser.sendFrom(SHOP + "/delete", SHOP + "/delete", "branches", "delete");
    assertThat(names()).isEmpty();
  }

  @Test
  void an_old_form_changes_no_database_that_has_the_name_by_now() {
    String page = browser.get(SHOP).body();
    String deletion = browser.get(SHOP + "/delete").body();
    String reset = browser.get(SHOP + "/reset-password").body();
    String stop = browser.get(SHOP + "/stop").body();
    String restart = browser.get(SHOP + "/restart").body();
    String branch = browser.get(SHOP + "/branch").body();
    String snapshot = browser.get(SHOP + "/snapshot").body();
    databases.delete(admin, "shop", false);
    server.work();
    databases.create(
        admin, new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
    Database recreated = databases.find(admin, "shop");

    for (String form :
        List.of(
            "/stop",
            "/restart",
            "/protection",
            "/login",
            "/branches",
            "/snapshots",
            "/snapshot-schedule",
            "/resources")) {
      assertRefused(browser.sendFromShown(page, SHOP + form, FILLED_IN));
    }
    assertRefused(browser.sendFromShown(deletion, SHOP + "/delete"));
    assertRefused(browser.sendFromShown(reset, SHOP + "/reset-password"));

    assertThat(databases.find(admin, "shop")).isEqualTo(recreated);
    assertThat(names()).containsExactly("shop");
    assertThat(server.control.snapshots().list(admin, "shop")).isEmpty();
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
    assertThat(answer.body())
        .contains(
            "Database 'shop' is not the one that this form was made for", "nothing was changed");
  }

  @Test
  void a_snapshot_is_taken_branched_and_deleted() {
    browser.sendFrom(
        SHOP + "/snapshot", SHOP + "/snapshots", "name", "<i>monday", "description", "");
    server.work();
    DatabaseSnapshot taken = server.control.snapshots().list(admin, "shop").get(0);
    String path = SHOP + "/snapshots/" + taken.id();

    assertThat(browser.get(SHOP).body()).contains("&lt;i&gt;monday").doesNotContain("<i>monday");
    assertGoesTo(
        "/databases/old", browser.sendFrom(path + "/branch", path + "/branch", "name", "old"));
    assertThat(browser.get("/databases/old/snapshots/" + taken.id() + "/delete").statusCode())
        .isEqualTo(404);
    browser.sendFrom(path + "/delete", path + "/delete");
    server.work();

    assertThat(server.control.snapshots().list(admin, "shop")).isEmpty();
    assertThat(databases.find(admin, "old").ancestry().snapshotId()).isEqualTo(taken.id());
  }

  @Test
  void a_snapshot_schedule_is_set_and_removed() {
    browser.sendFrom(SHOP, SHOP + "/snapshot-schedule", "cron", "30 4 * * *", "keep", "5");
    assertThat(browser.get(SHOP).body()).contains("<code>30 4 * * *</code>", "the newest 5 kept");
    HttpResponse<String> wrong =
        browser.sendFrom(SHOP, SHOP + "/snapshot-schedule", "cron", "soon", "keep", "5");
    assertThat(wrong.body()).contains("must have five fields");

    browser.sendFrom(SHOP, SHOP + "/snapshot-schedule/delete");

    assertThat(browser.get(SHOP).body())
        .doesNotContain("<code>30 4 * * *</code>", "Remove the schedule");
  }

  @Test
  void others_may_not_use_a_members_database_and_a_viewer_has_no_forms() {
    server.member("eve@example.com", Role.USER);
    server.member("vic@example.com", Role.VIEWER);
    PlainBrowser eve = server.signedIn("eve@example.com");
    PlainBrowser vic = server.signedIn("vic@example.com");

    assertThat(eve.get("/databases").body()).doesNotContain("shop");
    for (String path : List.of("", "/tree", "/tree.svg", "/changes", "/promote", "/delete")) {
      assertThat(eve.get(SHOP + path).statusCode()).as(path).isEqualTo(403);
    }
    for (String path :
        List.of("/login", "/stop", "/protection", "/branches", "/snapshots", "/delete")) {
      assertThat(eve.sendFrom("/databases", SHOP + path, "name", "x").statusCode())
          .as(path)
          .isEqualTo(403);
    }
    assertThat(vic.get("/databases").body()).doesNotContain("/databases/-/new");
    String[] form = {
      "name", "x", "engine", "postgresql 15", "memory", "1g", "storage", "5g", "cpu", "1"
    };
    assertThat(vic.sendFrom("/databases", "/databases", form).statusCode()).isEqualTo(403);
    assertThat(names()).containsExactly("shop");
  }

  private void branch(String parent, String name) {
    assertGoesTo(
        "/databases/" + name,
        browser.sendFrom(
            "/databases/" + parent + "/branch",
            "/databases/" + parent + "/branches",
            "name",
            name));
    server.work();
  }

  private List<String> names() {
    server.work();
    return databases.list(admin).stream().map(Database::name).toList();
  }

  private Credentials credentials(String name) {
    return databases.credentials(admin, databases.find(admin, name));
  }

  private static void assertGoesTo(String path, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue(path);
  }
}
