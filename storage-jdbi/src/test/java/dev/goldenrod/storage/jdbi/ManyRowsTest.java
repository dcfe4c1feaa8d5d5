package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.PageRequest;
import dev.goldenrod.control.Settings;
import dev.goldenrod.control.SnapshotSchedules;
import dev.goldenrod.control.Snapshots.Take;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.storage.jdbi.ManyRows.Figures;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.MutableClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the rows of a request do not grow from ten databases to ten thousand. */
class ManyRowsTest {
  private static final int FEW = 10;
  private static final int MANY = 10_000;
  private static final int NO_CAP = 1_000_000;
  private static final List<String> LARGE_TABLES =
      List.of(
          "databases",
          "database_snapshots",
          "snapshot_schedules",
          "instances",
          "goldens",
          "golden_versions");

  @TempDir Path folder;

  private ControlPlane control;
  private Databases databases;
  private Actor admin;

  @FunctionalInterface
  private interface Request {
    void run() throws Exception;
  }

  @Test
  void a_request_reads_and_changes_no_more_rows_among_ten_thousand_than_among_ten()
      throws Exception {
    Map<String, Figures> few = figures(FEW);
    Map<String, Figures> many = figures(MANY);

    assertThat(many)
        .isEqualTo(few)
        .allSatisfy((request, figures) -> assertThat(figures.rows()).isBetween(1L, 100L));
  }

  @Test
  void a_statement_that_reads_all_rows_of_a_table_is_found() throws Exception {
    try (Store store = JdbiStore.open(options(FEW));
        Connection connection = connect(options(FEW));
        Statement statement = connection.createStatement()) {
      ManyRows table = new ManyRows(connection);
      table.reset();
      UUID anything = UUID.randomUUID();
      store.useTransaction(tx -> tx.databases().find(anything, anything));
      assertThat(table.counted()).isEqualTo(new Figures(1, 0));
      assertThat(table.scans(LARGE_TABLES)).isEmpty();

      statement.executeQuery("select id from databases where description = ''").close();
      assertThat(table.scans(LARGE_TABLES)).hasSize(1);
    }
  }

  private Map<String, Figures> figures(int rows) throws Exception {
    MutableClock clock = new MutableClock();
    try (Store store = JdbiStore.open(options(rows));
        FakeDataPlane plane = new FakeDataPlane();
        ControlPlane opened =
            ControlPlane.builder()
                .store(store)
                .dataPlane(plane)
                .clock(clock)
                .settings(settings())
                .build();
        Connection connection = connect(options(rows))) {
      control = opened;
      databases = control.databases();
      admin = control.admin();
      control.changeCaps(settings().caps());
      seed();
      ManyRows table = new ManyRows(connection);
      table.multiply(rows);
      Map<String, Figures> figures = new LinkedHashMap<>();
      for (Map.Entry<String, Request> request : requests(clock).entrySet()) {
        table.reset();
        request.getValue().run();
        settle();
        figures.put(request.getKey(), table.counted());
        if (rows == MANY) {
          assertThat(table.scans(LARGE_TABLES)).as(request.getKey()).isEmpty();
        }
      }
      return figures;
    }
  }

  private StoreOptions options(int rows) {
    return H2File.prepare(folder.resolve(rows + "/store")).withoutWaitingForDisk();
  }

  private static Connection connect(StoreOptions options) throws SQLException {
    String url = Dialect.of(options).connectionUrl(options);
    return DriverManager.getConnection(url, options.user(), options.password());
  }

  private static Settings settings() {
    Settings usual = Settings.DEFAULTS;
    return new Settings(
        new Caps(NO_CAP, NO_CAP, NO_CAP, NO_CAP, NO_CAP, NO_CAP),
        usual.credentialTimeout(),
        usual.schemaTimeout(),
        usual.namespace(),
        usual.retention(),
        Duration.ofDays(1),
        Settings.DEFAULTS.requiresMasking());
  }

  private void seed() {
    control
        .goldens()
        .register(admin, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "handle", 0));
    control.instances().launch(admin, launch());
    create("main");
    create("other");
    settle();
    branch("main", "branch");
    branch("main", "sibling");
    control.snapshots().take(admin, "main", new Take("seed", ""));
    control.snapshotSchedules().put(admin, "main", SnapshotSchedules.Put.of("0 3 * * *", 1));
    settle();
  }

  private Map<String, Request> requests(MutableClock clock) {
    UUID snapshot = control.snapshots().list(admin, "main").get(0).id();
    Map<String, Request> requests = new LinkedHashMap<>();
    requests.put("read a branch", this::read);
    requests.put("list branches", () -> databases.branches(admin, "main"));
    PageRequest page = new PageRequest(5, null, null);
    requests.put("page of databases", () -> databases.list(admin, page));
    requests.put("page of snapshots", () -> control.snapshots().list(admin, "main", page));
    requests.put("page of goldens", () -> control.goldens().list(admin, page));
    requests.put("page of instances", () -> control.instances().list(admin, page));
    requests.put("launch", () -> control.instances().launch(admin, launch()));
    requests.put("create", () -> create("new"));
    requests.put("branch", () -> branch("main", "newer"));
    requests.put(
        "branch of snapshot", () -> databases.branch(admin, snapshot, new Branch("old", "")));
    requests.put("snapshot", () -> control.snapshots().take(admin, "main", new Take("a", "")));
    requests.put("scheduled snapshots", () -> clock.advance(Duration.ofDays(3)));
    requests.put("delete snapshot", () -> control.snapshots().delete(admin, snapshot));
    requests.put("promote", () -> databases.promote(admin, "branch"));
    requests.put("delete a branch", () -> databases.delete(admin, "sibling", false));
    requests.put("list deleted", () -> control.deletions().list(admin));
    requests.put("delete with its branches", () -> databases.delete(admin, "main", true));
    requests.put("remove for good", () -> clock.advance(Duration.ofDays(2)));
    return requests;
  }

  private void read() {
    Database branch = databases.find(admin, "branch");
    assertThat(databases.parents(List.of(branch))).hasSize(1);
    assertThat(databases.schedules(List.of(branch))).isEmpty();
    databases.credentials(admin, branch);
  }

  private static Instances.Launch launch() {
    return Instances.Launch.latest("shop", Ttl.parse("365d"));
  }

  private void create(String name) {
    databases.create(
        admin, new Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
  }

  private void branch(String of, String name) {
    databases.branch(admin, of, new Branch(name, ""));
  }

  private void settle() {
    while (control.runDueOnce() > 0) {
      Thread.onSpinWait();
    }
  }
}
