package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases of the library on real servers: branched, compared and promoted. */
class DatabasesRoadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SHOP =
      """
      CREATE SCHEMA app;
      CREATE TYPE app.mood AS ENUM ('sad', 'glad');
      CREATE TABLE app.item (id int PRIMARY KEY, name text NOT NULL, feels app.mood);
      CREATE INDEX item_name ON app.item (name);
      CREATE VIEW app.glad AS SELECT name FROM app.item WHERE feels = 'glad';
      CREATE FUNCTION app.total(a int, b int) RETURNS int LANGUAGE sql AS 'SELECT a + b';
      """;

  @TempDir static Path dataDir;
  private static LocalDataPlane plane;
  private static ControlPlane control;
  private static Actor ada;

  @BeforeAll
  static void open() throws IOException {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    CachedMySql.installInto(dataDir);
    plane = LocalDataPlane.open(LocalOptions.of(dataDir));
    control =
        ControlPlane.builder()
            .store(new InMemoryStore())
            .dataPlane(plane)
            .serverName("one")
            .build();
    ada = control.admin();
    control.start();
  }

  @AfterAll
  static void take_all_away() {
    control.close();
    plane.close();
    LocalDataPlane.purge(dataDir);
  }

  @AfterEach
  void delete_the_databases() {
    control.databases().list(ada).forEach(one -> control.databases().delete(ada, one.name(), true));
    await().atMost(PATIENCE).until(() -> control.databases().list(ada).isEmpty());
  }

  @Test
  void the_changes_of_a_branch_turn_its_parents_schema_into_its_own() throws Exception {
    create("shop");
    execute("shop", SHOP);
    branch("shop", "trial");
    assertThat(changes("trial")).contains("The two are the same.");
    execute(
        "trial",
        """
        CREATE TYPE app.size AS ENUM ('s', 'l');
        ALTER TABLE app.item ADD COLUMN price numeric(10, 2) DEFAULT 0 NOT NULL;
        ALTER TABLE app.item ADD COLUMN size app.size;
        ALTER TABLE app.item DROP COLUMN feels CASCADE;
        CREATE TABLE app.sale (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          item int NOT NULL REFERENCES app.item (id), CHECK (item > 0));
        DROP INDEX app.item_name;
        CREATE UNIQUE INDEX item_name_key ON app.item (name);
        CREATE OR REPLACE FUNCTION app.total(a int, b int) RETURNS int LANGUAGE sql
          AS 'SELECT a + b + 1';
        CREATE FUNCTION app.touched() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN RETURN new; END';
        CREATE TRIGGER touch BEFORE UPDATE ON app.item
          FOR EACH ROW EXECUTE FUNCTION app.touched();
        """);

    String sql = changes("trial");

    assertThat(sql)
        .contains("DROP INDEX app.item_name;", "CREATE TABLE app.sale", "DROP COLUMN feels;")
        .contains("CREATE OR REPLACE FUNCTION app.total", "CREATE TRIGGER touch")
        .contains("0 objects differ still")
        .doesNotContain("FAILED");
    execute("shop", sql);
    assertThat(changes("trial")).contains("The two are the same.");
    assertThat(query("shop", "SELECT app.total(1, 1)")).isEqualTo("3");
    assertThat(control.databases().list(ada)).hasSize(2);
  }

  @Test
  void what_fails_or_has_no_statement_is_told() throws Exception {
    create("shop");
    execute("shop", SHOP);
    execute("shop", "INSERT INTO app.item VALUES (1, 'tea', 'glad'), (2, 'tea', 'sad')");
    branch("shop", "trial");
    execute("trial", "DELETE FROM app.item; CREATE UNIQUE INDEX one_name ON app.item (name)");
    execute("trial", "ALTER TYPE app.mood ADD VALUE 'calm'");

    String sql = changes("trial");

    assertThat(sql)
        .contains("-- FAILED when it was tried: ERROR: could not create unique index \"one_name\"")
        .contains("-- NOT EXPRESSED: INDEX app.one_name", "-- NOT EXPRESSED: TYPE app.mood")
        .contains("--     'calm'");
    execute("shop", sql);
  }

  @Test
  void a_schema_makes_the_same_schema_elsewhere() throws Exception {
    create("shop");
    execute("shop", SHOP);
    create("copy");

    String ddl = control.schemas().ddl(ada, "shop").join();
    execute("copy", ddl);

    assertThat(control.schemas().ddl(ada, "copy").join()).isEqualTo(ddl);
    assertThat(ddl).contains("CREATE TYPE app.mood", "CREATE VIEW app.glad").doesNotContain("\\");
  }

  @Test
  void the_changes_of_a_branch_of_mysql_turn_its_parents_schema_into_its_own() throws Exception {
    create("store", DatabaseType.MYSQL, CachedMySql.RELEASE);
    executeEach(
        "store",
        "CREATE TABLE item (id int PRIMARY KEY, name varchar(80) NOT NULL, feels varchar(9))",
        "CREATE VIEW names AS SELECT name FROM item",
        "CREATE FUNCTION total(a int, b int) RETURNS int DETERMINISTIC RETURN a + b");
    branch("store", "mine");
    executeEach(
        "mine",
        "ALTER TABLE item ADD COLUMN price decimal(10, 2) DEFAULT 0 NOT NULL",
        "ALTER TABLE item DROP COLUMN feels",
        "CREATE TABLE sale (id bigint AUTO_INCREMENT PRIMARY KEY, item int NOT NULL,"
            + " FOREIGN KEY (item) REFERENCES item (id))",
        "DROP VIEW names",
        "CREATE VIEW prices AS SELECT name, price FROM item",
        "DROP FUNCTION total",
        "CREATE FUNCTION total(a int, b int) RETURNS int DETERMINISTIC RETURN a + b + 1",
        "CREATE TRIGGER dear BEFORE INSERT ON item FOR EACH ROW SET NEW.price = NEW.price + 1");

    String sql = changes("mine");

    assertThat(sql)
        .contains("DROP VIEW `names`;", "CREATE TABLE `sale`", "VIEW prices")
        .contains("DELIMITER ;;\nCREATE TRIGGER `dear`")
        .contains("0 objects differ still")
        .doesNotContain("FAILED", "DEFINER=", "app.item");
    assertThat(control.schemas().ddl(ada, "mine").join()).contains("CREATE TABLE `sale`");
  }

  @Test
  void clients_of_the_main_find_the_old_data_or_the_new_and_then_only_the_new() throws Exception {
    create("shop");
    execute("shop", "CREATE TABLE public.which (value text)");
    branch("shop", "trial");
    execute("shop", "INSERT INTO public.which VALUES ('old')");
    execute("trial", "INSERT INTO public.which VALUES ('new')");
    Credentials main = login("shop");
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<List<String>> seen = thread.submit(() -> watch(main, enough));

    control.databases().promote(ada, "trial", IdempotencyKey.none());
    settled("shop");
    settled("shop-old-1");
    enough.set(true);
    thread.shutdown();

    assertThat(seen.get()).isIn(List.of("old", "new"), List.of("new"));
    assertThat(login("shop")).isEqualTo(main);
    assertThat(query("shop-old-1", "SELECT value FROM public.which")).isEqualTo("old");
  }

  /** What a client that connects anew each time reads, each change once. */
  private static List<String> watch(Credentials main, AtomicBoolean enough) {
    List<String> seen = new ArrayList<>();
    while (!enough.get() || !seen.contains("new")) {
      try {
        String value = query(main, "SELECT value FROM public.which");
        if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(value)) {
          seen.add(value);
        }
      } catch (SQLException reconnect) {
        Thread.onSpinWait();
      }
    }
    return seen;
  }

  private static void create(String name) throws Exception {
    create(name, DatabaseType.POSTGRESQL, "15");
  }

  private static void create(String name, DatabaseType type, String version) throws Exception {
    control
        .databases()
        .create(
            ada, new Create(name, type, version, DatabaseConfig.DEFAULT), IdempotencyKey.none());
    settled(name);
  }

  private static void branch(String parent, String name) throws Exception {
    control.databases().branch(ada, parent, new Branch(name, ""), IdempotencyKey.none());
    settled(name);
  }

  private static void settled(String name) throws Exception {
    Database database = control.databases().awaitSettled(ada, name, PATIENCE).get();
    assertThat(database.phase()).as(database.status().message()).isEqualTo(DatabasePhase.RUNNING);
  }

  private static String changes(String branch) {
    return control.schemas().changes(ada, branch).join();
  }

  private static Credentials login(String name) {
    return control.databases().credentials(ada, control.databases().find(ada, name));
  }

  private static void execute(String name, String sql) throws SQLException {
    try (Connection connection = connect(login(name));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void executeEach(String name, String... statements) throws SQLException {
    for (String sql : statements) {
      execute(name, sql);
    }
  }

  private static String query(String name, String sql) throws SQLException {
    return query(login(name), sql);
  }

  private static String query(Credentials login, String sql) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(Credentials login) throws SQLException {
    boolean isMySql = login.uri().startsWith("mysql:");
    String url =
        "jdbc:%s://%s:%d/%s%s"
            .formatted(
                isMySql ? "mariadb" : "postgresql",
                login.host(),
                login.port(),
                login.dbname(),
                isMySql ? "?sslMode=trust" : "");
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
