package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only a stop, a takeover or a reset enables a login that the database's user has disabled. */
@Tag("slow")
class DatabaseLoginsTest {
  private static final String ROLE = "goldenrod";

  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterAll
  static void take_all_away() {
    fixture.close();
  }

  @Test
  void whatever_shuts_clients_out_outlives_a_restart_and_ends_with_a_reset() throws Exception {
    DatabaseSpec spec = ready();
    List<String> ways =
        List.of(
            "ALTER ROLE goldenrod PASSWORD 'changed'",
            "ALTER ROLE goldenrod NOLOGIN",
            "ALTER ROLE goldenrod CONNECTION LIMIT 0",
            "REVOKE CONNECT ON DATABASE \"%s\" FROM PUBLIC, goldenrod"
                .formatted(fixture.login(spec).dbname()),
            "REASSIGN OWNED BY goldenrod TO goldenrod_admin; DROP OWNED BY goldenrod; DROP ROLE goldenrod");

    for (String way : ways) {
      asAdmin(spec, way);
      fixture.restart();

      assertThat(fixture.await(spec, DatabaseState.READY).message())
          .as(way)
          .startsWith("the login stored by Goldenrod no longer works")
          .contains("credentials/reset");
      assertThatThrownBy(() -> fixture.query(spec, "SELECT 1")).as(way).isNotNull();

      Credentials next = fixture.databases().resetCredentials(spec.id());
      assertThat(fixture.databases().observe(spec.id()).message())
          .as(way)
          .doesNotContain("no longer works");
      assertThat(fixture.query(spec, "SELECT current_user")).isEqualTo(ROLE);
      assertThat(fixture.login(spec)).isEqualTo(next);
    }
    fixture.removed(spec);
  }

  @Test
  void a_timeout_of_the_users_ends_no_reset_start_or_branch() throws Exception {
    DatabaseSpec spec = ready();
    String database = '"' + fixture.login(spec).dbname() + '"';
    fixture.execute(spec, "ALTER ROLE goldenrod SET idle_session_timeout = 1");
    asAdmin(spec, "ALTER DATABASE " + database + " SET idle_session_timeout = 1");

    Credentials next = fixture.databases().resetCredentials(spec.id());
    fixture.restart();
    assertThat(fixture.await(spec, DatabaseState.READY).message())
        .doesNotContain("no longer works");
    DatabaseSpec branch = DatabaseFixture.branchOf(spec);
    fixture.ready(branch);

    asAdmin(spec, "ALTER ROLE goldenrod RESET ALL; ALTER DATABASE " + database + " RESET ALL");
    assertThat(fixture.login(spec)).isEqualTo(next);
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    fixture.removed(branch);
    fixture.removed(spec);
  }

  @Test
  void a_reset_that_fails_leaves_the_former_password() throws Exception {
    DatabaseSpec spec = ready();
    Credentials login = fixture.login(spec);
    String database = '"' + login.dbname() + '"';
    asAdmin(spec, "template1", "ALTER DATABASE " + database + " RENAME TO away");

    assertThatThrownBy(() -> fixture.databases().resetCredentials(spec.id()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("does not exist");

    asAdmin(spec, "template1", "ALTER DATABASE away RENAME TO " + database);
    assertThat(fixture.login(spec)).isEqualTo(login);
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    Credentials next = fixture.databases().resetCredentials(spec.id());
    assertThat(fixture.login(spec)).isEqualTo(next).isNotEqualTo(login);
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    fixture.removed(spec);
  }

  @Test
  void a_server_that_crashed_comes_back_with_the_password_that_the_user_chose() throws Exception {
    DatabaseSpec spec = ready();
    Credentials login = fixture.login(spec);
    fixture.execute(spec, "ALTER ROLE goldenrod PASSWORD 'chosen'");
    ProcessHandle killed = fixture.postmaster(spec);

    killed.destroyForcibly();

    DatabaseFixture.await("the next server tells of it")
        .until(
            () -> fixture.databases().observe(spec.id()).message(),
            message -> message.contains("no longer works"));
    Credentials chosen =
        new Credentials(
            login.uri(), login.host(), login.port(), login.dbname(), login.username(), "chosen");
    DatabaseFixture.connect(chosen).close();
    fixture.removed(spec);
  }

  @Test
  void a_reset_that_was_killed_before_the_engine_knew_leaves_the_former_password()
      throws Exception {
    DatabaseSpec spec = ready();
    Credentials login = fixture.login(spec);
    Files.writeString(folder(spec).resolve("password.next"), "not-set-yet");

    fixture.restart();

    assertThat(fixture.await(spec, DatabaseState.READY).message())
        .doesNotContain("no longer works");
    assertThat(fixture.login(spec)).isEqualTo(login);
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    assertThat(fixture.databases().resetCredentials(spec.id()).password()).isEqualTo("not-set-yet");
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    fixture.removed(spec);
  }

  @Test
  void a_reset_that_was_killed_when_the_engine_knew_is_done_by_the_next_start() throws Exception {
    DatabaseSpec spec = ready();
    Files.writeString(folder(spec).resolve("password.next"), "known");
    fixture.execute(spec, "ALTER ROLE goldenrod PASSWORD 'known'");

    fixture.restart();

    assertThat(fixture.await(spec, DatabaseState.READY).message())
        .doesNotContain("no longer works");
    assertThat(fixture.login(spec).password()).isEqualTo("known");
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    assertThat(folder(spec).resolve("password.next")).doesNotExist();
    fixture.removed(spec);
  }

  @Test
  void a_reset_leaves_open_sessions_and_a_message_goes_when_the_login_works_again()
      throws Exception {
    DatabaseSpec spec = ready();
    try (Connection session = DatabaseFixture.connect(fixture.login(spec))) {
      fixture.databases().resetCredentials(spec.id());
      assertThat(session.isValid((int) DatabaseFixture.PATIENCE.toSeconds())).isTrue();
    }
    asAdmin(spec, "ALTER ROLE goldenrod NOLOGIN");
    fixture.restart();
    assertThat(fixture.await(spec, DatabaseState.READY).message()).contains("NOLOGIN");

    asAdmin(spec, "ALTER ROLE goldenrod LOGIN");

    DatabaseFixture.await("the message goes")
        .until(
            () -> fixture.databases().observe(spec.id()).message(),
            message -> !message.contains("NOLOGIN"));
    fixture.removed(spec);
  }

  @Test
  void a_password_that_was_lost_is_told_and_not_made_up_until_it_is_reset() throws Exception {
    DatabaseSpec spec = ready();
    Credentials login = fixture.login(spec);
    for (byte[] damage : List.of(new byte[0], new byte[32])) {
      Files.write(folder(spec).resolve("password"), damage);

      fixture.restart();

      assertThat(fixture.await(spec, DatabaseState.READY).message())
          .startsWith(
              "the login stored by Goldenrod no longer works: the database's password is lost")
          .contains("password is missing, empty or damaged", "credentials/reset");
      assertThatThrownBy(() -> fixture.login(spec))
          .hasMessageContaining("the database's password is lost");
      assertThat(folder(spec).resolve("password")).hasBinaryContent(damage);
      DatabaseFixture.connect(login).close();

      login = fixture.databases().resetCredentials(spec.id());
      assertThat(fixture.databases().observe(spec.id()).message()).doesNotContain("lost");
      assertThat(fixture.login(spec)).isEqualTo(login);
      assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    }
    fixture.removed(spec);
  }

  @Test
  void new_data_of_a_database_whose_password_was_lost_gets_another_one() throws Exception {
    DatabaseSpec spec = ready();
    Files.write(folder(spec).resolve("password"), new byte[0]);

    fixture.ready(spec.atGeneration(1));

    assertThat(fixture.query(spec.atGeneration(1), "SELECT 1")).isEqualTo("1");
    fixture.removed(spec.atGeneration(1));
  }

  @Test
  void a_damaged_note_of_the_login_is_told_once_put_aside_and_made_anew() throws Exception {
    DatabaseSpec spec = ready();
    Credentials login = fixture.login(spec);
    Files.writeString(folder(spec).resolve("admission.json"), "{\"generation\"");

    String log =
        CapturedLog.of(
            () -> {
              fixture.restart();
              fixture.await(spec, DatabaseState.READY);
            });

    assertThat(log.lines())
        .filteredOn(line -> line.contains("admission.json"))
        .singleElement()
        .asString()
        .contains("is damaged; it is kept as admission.json.damaged");
    assertThat(log).doesNotContain("\tat ");
    assertThat(folder(spec).resolve("admission.json.damaged")).hasContent("{\"generation\"");
    assertThat(fixture.login(spec)).isEqualTo(login);
    assertThat(fixture.query(spec, "SELECT 1")).isEqualTo("1");
    fixture.removed(spec);
  }

  private static DatabaseSpec ready() {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    DatabaseFixture.await("the clone's own password is on the disk")
        .until(() -> Files.notExists(fixture.volume(spec).root().resolve("admin-password.next")));
    return spec;
  }

  private static void asAdmin(DatabaseSpec spec, String sql) throws SQLException {
    asAdmin(spec, fixture.login(spec).dbname(), sql);
  }

  private static void asAdmin(DatabaseSpec spec, String database, String sql) throws SQLException {
    TestPostgres server =
        TestPostgres.of(
            TestPostgres.HOME,
            fixture.volume(spec),
            dataDir.resolve("log"),
            List.of(TestPostgres.LOOPBACK),
            fixture.login(spec).port(),
            Map.of(),
            RunAs.detect());
    try (Connection admin = server.connectAsAdmin(database)) {
      admin.createStatement().execute(sql);
    }
  }

  private static Path folder(DatabaseSpec spec) {
    return fixture.root().databases().resolve(spec.id().toString());
  }
}
