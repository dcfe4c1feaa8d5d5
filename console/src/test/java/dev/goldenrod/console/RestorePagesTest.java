package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Restoring a database to one of its snapshots. */
class RestorePagesTest extends ConsoleFixture {
  private final Databases databases = server.control.databases();
  private DatabaseSnapshot monday;
  private String restore;

  @BeforeEach
  void take_a_snapshot() {
    databases.create(
        server.admin,
        new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
    monday =
        server.control.snapshots().take(server.admin, "shop", new Snapshots.Take("<monday>", ""));
    restore = "/databases/shop/snapshots/" + monday.id() + "/restore";
  }

  @Test
  void a_snapshot_can_be_restored_as_soon_as_it_is_ready() {
    assertThat(browser.get("/databases/shop").body()).doesNotContain(restore);
    server.work();

    assertThat(browser.get("/databases/shop").body()).contains("href=\"" + restore + "\"");
    assertThat(browser.get(restore).body())
        .contains("Restore shop to &lt;monday&gt;?", "value=\"shop-restored\"", "shop-old-")
        .contains("with all snapshots of <b>shop</b>");
  }

  @Test
  void a_branch_of_the_snapshot_takes_the_place_of_the_database() {
    server.work();
    HttpResponse<String> begun = browser.sendFrom(restore, restore, "name", "shop-restored");
    String progress = location(begun);

    assertThat(progress).isEqualTo("/databases/shop-restored/restore");
    assertThat(browser.get(progress).body())
        .contains("possible as soon as the branch is running")
        .doesNotContain("Continue with the promotion");
    server.work();
    assertThat(browser.get(progress).body())
        .contains("href=\"/databases/shop-restored/promote\"", "Continue with the promotion");
    assertThat(browser.get("/databases/shop-restored/promote").body())
        .contains("Snapshots of <b>shop</b> move with its data", "are disconnected once");

    browser.sendFrom("/databases/shop-restored/promote", "/databases/shop-restored/promote");
    server.work();

    Database restored = databases.find(server.admin, "shop");
    assertThat(restored.ancestry().snapshotId()).isEqualTo(monday.id());
    assertThat(server.control.snapshots().list(server.admin, "shop-old-1"))
        .extracting(DatabaseSnapshot::id)
        .containsExactly(monday.id());
    assertThat(browser.get("/databases/shop").body())
        .contains(
            "as a branch that was promoted later", "those from before it are at <b>shop-old-");
    assertThat(browser.get("/databases/shop-old-1").body())
        .contains("<a href=\"/databases\">Databases</a> › <a href=\"/databases/shop\">shop</a>")
        .doesNotContain("promoted later");
  }

  @Test
  void a_database_without_a_parent_has_nothing_to_restore() {
    HttpResponse<String> refused = browser.get("/databases/shop/restore");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("Database 'shop' has no parent");
  }

  @Test
  void others_and_viewers_restore_nothing() {
    server.work();
    server.member("eve@example.com", Role.USER);
    server.member("vic@example.com", Role.VIEWER);
    PlainBrowser eve = server.signedIn("eve@example.com");
    PlainBrowser vic = server.signedIn("vic@example.com");

    for (PlainBrowser other : new PlainBrowser[] {eve, vic}) {
      assertThat(other.get(restore).statusCode()).isEqualTo(403);
      assertThat(other.sendFrom("/clones", restore, "name", "mine").statusCode()).isEqualTo(403);
    }
    assertThat(databases.list(server.admin)).hasSize(1);
  }
}
