package dev.goldenrod.dataplane.local.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MySQL-specific behavior of databases. */
class MySqlDatabasesTest {
  @TempDir static Path folder;
  private static MySqlFixture mysql;

  @BeforeAll
  static void open() throws IOException {
    mysql = new MySqlFixture(folder);
  }

  @AfterAll
  static void take_all_away() {
    mysql.close();
  }

  @Tag("slow")
  @Test
  void its_user_may_do_all_in_its_database() throws SQLException {
    DatabaseSpec spec = mysql.ready();

    mysql.execute(
        spec,
        "CREATE TABLE item (id int PRIMARY KEY AUTO_INCREMENT, name varchar(20)) ENGINE=InnoDB",
        "CREATE VIEW named AS SELECT name FROM item WHERE name IS NOT NULL",
        "CREATE FUNCTION twice(n int) RETURNS int DETERMINISTIC RETURN 2 * n",
        "CREATE PROCEDURE fill() INSERT INTO item (name) VALUES ('tea')",
        "CREATE TRIGGER shout BEFORE INSERT ON item FOR EACH ROW SET NEW.name = upper(NEW.name)",
        "CREATE EVENT later ON SCHEDULE AT '2099-01-01 00:00:00' DO CALL fill()",
        "CALL fill()",
        "CREATE TEMPORARY TABLE scratch (n int)",
        "LOCK TABLES item WRITE",
        "UNLOCK TABLES",
        "ALTER TABLE item ADD COLUMN price decimal(8, 2)");

    assertThat(mysql.query(spec, "SELECT concat(name, twice(21)) FROM named")).isEqualTo("TEA42");
    assertThat(mysql.query(spec, "SELECT @@character_set_database")).isEqualTo("utf8mb4");
    mysql.removed(spec);
  }

  @Tag("slow")
  @Test
  void its_user_may_do_nothing_beyond_its_database() throws SQLException {
    DatabaseSpec spec = mysql.ready();

    for (String refused :
        List.of(
            "CREATE DATABASE other",
            "CREATE USER other",
            "GRANT ALL ON app.* TO root",
            "GRANT SELECT ON app.* TO goldenrod",
            "SET GLOBAL local_infile = 1",
            "SET PERSIST max_connections = 5",
            "SELECT 1 INTO OUTFILE '/tmp/outfile'",
            "LOAD DATA INFILE '/etc/passwd' INTO TABLE t",
            "SELECT * FROM mysql.user",
            "SELECT * FROM performance_schema.threads",
            "CREATE FUNCTION run RETURNS string SONAME 'udf.so'",
            "INSTALL PLUGIN auth_socket SONAME 'auth_socket.so'",
            "CREATE TABLESPACE there ADD DATAFILE 'there.ibd'",
            "CREATE TABLE app.away (n int) DATA DIRECTORY = '/tmp'",
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'example.org'",
            "FLUSH TABLES WITH READ LOCK",
            "SHUTDOWN")) {
      assertThatThrownBy(() -> mysql.execute(spec, refused))
          .as(refused)
          .isInstanceOf(SQLException.class);
    }
    assertThat(mysql.query(spec, "SELECT load_file('/etc/passwd')")).isNull();
    assertThat(mysql.query(spec, "SELECT count(*) FROM information_schema.user_privileges"))
        .isEqualTo("1");
    assertThat(mysql.query(spec, "SELECT privilege_type FROM information_schema.user_privileges"))
        .isEqualTo("USAGE");
    assertThat(mysql.query(spec, "SELECT @@secure_file_priv")).isEqualTo("NULL");
    mysql.removed(spec);
  }

  @Test
  void usual_clients_log_in_by_its_url_with_tls_and_without() throws Exception {
    DatabaseSpec spec = mysql.ready();
    Credentials login = mysql.login(spec);
    assertThat(login.uri())
        .isEqualTo(
            "mysql://%s:%s@%s:%d/app"
                .formatted(login.username(), login.password(), login.host(), login.port()));

    // A restarted server has cached no login, and so requires the full password.
    mysql.stopped(spec);
    mysql.ready(spec);
    try (Connection plain =
        MySqlFixture.connect(login, "sslMode=disable&allowPublicKeyRetrieval=true")) {
      assertThat(plain.isValid(10)).isTrue();
    }
    assertThat(shell(login, "SELECT current_user()")).isEqualTo("goldenrod@%");
    mysql.removed(spec);
  }

  @Tag("slow")
  @Test
  void no_two_servers_have_the_same_id_or_administrator() throws Exception {
    DatabaseSpec parent = mysql.ready();
    DatabaseSpec branch = MySqlFixture.branchOf(parent);
    mysql.ready(branch);
    DatabaseSpec other = mysql.ready();

    assertThat(Stream.of(parent, branch, other).map(spec -> uuid(spec)).toList())
        .doesNotHaveDuplicates();
    assertThat(Stream.of(parent, branch, other).map(spec -> administrator(spec)).toList())
        .doesNotHaveDuplicates();
    Stream.of(other, branch, parent).forEach(mysql::removed);
  }

  @Tag("slow")
  @Test
  void no_password_is_in_a_log_a_configuration_or_a_command_line() {
    DatabaseSpec spec = mysql.ready();
    List<String> secrets = List.of(mysql.login(spec).password(), administrator(spec));

    String told =
        text(mysql.log(spec))
            + text(mysql.configuration(spec).resolve("my.cnf"))
            + ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .collect(Collectors.joining());

    assertThat(told).contains("ready for connections", "mysqld").doesNotContain(secrets);
    mysql.removed(spec);
  }

  @Test
  void a_killed_server_comes_back_with_all_that_was_committed() throws Exception {
    DatabaseSpec spec = mysql.ready();
    mysql.execute(spec, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (1), (2)");
    ProcessHandle killed = mysql.server(spec).orElseThrow();

    killed.destroyForcibly();
    killed.onExit().get();

    MySqlFixture.await("another server runs").until(() -> mysql.isAnother(spec, killed));
    MySqlFixture.await("all is there")
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(() -> mysql.query(spec, "SELECT sum(n) FROM kept"), "3"::equals);
    mysql.removed(spec);
  }

  @Tag("slow")
  @Test
  void a_user_that_dropped_its_database_or_changed_its_password_is_let_in_after_a_restart()
      throws SQLException {
    DatabaseSpec spec = mysql.ready();
    mysql.execute(spec, "DROP DATABASE app", "SET PASSWORD = 'forgotten'");

    mysql.stopped(spec);
    mysql.ready(spec);

    Credentials login = mysql.login(spec);
    Credentials elsewhere =
        new Credentials(
            login.uri(), login.host(), login.port(), "", login.username(), login.password());
    try (Connection connection = MySqlFixture.connect(elsewhere, "sslMode=trust")) {
      connection.createStatement().execute("CREATE DATABASE app");
    }
    assertThat(mysql.query(spec, "SELECT database()")).isEqualTo("app");
    mysql.removed(spec);
  }

  @Tag("slow")
  @Test
  void a_port_that_somebody_took_is_named_and_the_database_runs_once_it_is_free() throws Exception {
    DatabaseSpec spec = mysql.ready();
    int port = mysql.login(spec).port();
    mysql.stopped(spec);

    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      mysql.plane().databases().ensure(spec);
      MySqlFixture.await("the port is named")
          .until(
              () -> mysql.plane().databases().observe(spec.id()).message(),
              message -> message.contains(Integer.toString(taken.getLocalPort())));
    }

    mysql.ready(spec);
    assertThat(mysql.login(spec).port()).isEqualTo(port);
    mysql.removed(spec);
  }

  private static String uuid(DatabaseSpec spec) {
    try {
      return mysql.query(spec, "SELECT @@server_uuid");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String administrator(DatabaseSpec spec) {
    return text(mysql.configuration(spec).resolveSibling("admin-password")).strip();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shell(Credentials login, String sql) throws Exception {
    Path client = mysql.root().resolve("engines/mysql-" + CachedMySql.RELEASE + "/bin/mysql");
    ProcessBuilder command =
        new ProcessBuilder(
            client.toString(),
            "--no-defaults",
            "--batch",
            "--skip-column-names",
            "--host=" + login.host(),
            "--port=" + login.port(),
            "--user=" + login.username(),
            "--execute=" + sql,
            login.dbname());
    command.environment().put("MYSQL_PWD", login.password());
    Process process = command.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed.strip();
  }
}
