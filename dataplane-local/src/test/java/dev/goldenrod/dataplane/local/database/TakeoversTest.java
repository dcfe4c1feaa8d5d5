package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takeovers that are impossible for now change nothing, and clients can still log in. */
@Tag("slow")
class TakeoversTest {
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
  void without_a_port_for_the_former_main_nothing_stops_until_there_is_one() throws SQLException {
    DatabaseSpec main = DatabaseFixture.spec();
    fixture.ready(main);
    DatabaseSpec branch = DatabaseFixture.branchOf(main);
    fixture.ready(branch);
    fixture.execute(branch, "UPDATE app.item SET name = 'branch'");
    Credentials login = fixture.login(main);
    fixture.restart(new PortRange(login.port(), login.port()));
    fixture.await(main, DatabaseState.READY);
    fixture.await(branch, DatabaseState.READY);
    ProcessHandle server = fixture.postmaster(main);

    takeOver(branch, login);

    assertThat(fixture.await(branch, DatabaseState.BLOCKED).message())
        .contains("all ports of %1$d-%1$d are in use".formatted(login.port()));
    assertThat(fixture.postmaster(main)).isEqualTo(server);
    assertThat(fixture.login(main)).isEqualTo(login);
    assertThat(fixture.query(main, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.restart();
    awaitTakenOver(branch, login);
    assertThat(fixture.query(branch, "SELECT name FROM app.item")).isEqualTo("branch");
    fixture.await(main, DatabaseState.READY);
    fixture.removed(branch);
    fixture.removed(main);
  }

  @Test
  void a_branch_that_shuts_clients_out_lets_them_in_before_it_takes_over() throws SQLException {
    DatabaseSpec main = DatabaseFixture.spec();
    fixture.ready(main);
    DatabaseSpec branch = DatabaseFixture.branchOf(main);
    fixture.ready(branch);
    Credentials login = fixture.login(main);
    fixture.execute(branch, "ALTER DATABASE \"%s\" CONNECTION LIMIT 0".formatted(login.dbname()));

    takeOver(branch, login);
    awaitTakenOver(branch, login);

    assertThat(fixture.query(branch, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.await(main, DatabaseState.READY);
    fixture.removed(branch);
    fixture.removed(main);
  }

  @Test
  void whoever_is_shut_out_is_told_why_and_let_in_by_a_restart() throws SQLException {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    Credentials login = fixture.login(spec);
    Map<String, String> reasons =
        Map.of(
            "ALTER ROLE \"%s\" PASSWORD 'forgotten'".formatted(login.username()),
            "password of '%s' was changed".formatted(login.username()),
            "ALTER DATABASE \"%s\" CONNECTION LIMIT 0".formatted(login.dbname()),
            "CONNECTION LIMIT 0",
            "REVOKE CONNECT ON DATABASE \"%s\" FROM PUBLIC, \"%s\""
                .formatted(login.dbname(), login.username()),
            "permission denied",
            "ALTER ROLE \"%s\" SET local_preload_libraries = 'none'".formatted(login.username()),
            "plugins/none");

    for (Map.Entry<String, String> reason : reasons.entrySet()) {
      assertThat(fixture.databases().loginProblem(spec.id())).isEmpty();
      fixture.execute(spec, reason.getKey());

      assertThat(fixture.databases().loginProblem(spec.id()).orElseThrow())
          .contains(reason.getValue(), "restart the database");
      fixture.databases().ensure(spec.stopped());
      fixture.await(spec, DatabaseState.STOPPED);
      fixture.ready(spec);
      assertThat(fixture.query(spec, "SELECT name FROM app.item")).isEqualTo("tea");
    }
    fixture.removed(spec);
  }

  @Test
  void a_database_whose_sessions_keep_logins_waiting_is_told_of_and_can_be_stopped()
      throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    try (LockedCatalogs locked = new LockedCatalogs(fixture.login(spec))) {
      assertThat(locked.isWaiting()).isTrue();
      assertThat(fixture.databases().loginProblem(spec.id()).orElseThrow())
          .contains("a login did not complete", "restart the database");

      fixture.restart().ensure(spec);
      fixture.databases().ensure(spec.stopped());
      fixture.await(spec, DatabaseState.STOPPED);
    }
    fixture.ready(spec);
    assertThat(fixture.query(spec, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.removed(spec);
  }

  @Test
  void a_role_that_a_client_holds_keeps_no_start_waiting() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    Credentials login = fixture.login(spec);
    String password = "ALTER ROLE \"%s\" PASSWORD '%%s'".formatted(login.username());
    fixture.execute(spec, password.formatted("forgotten"));
    Credentials changed =
        new Credentials(
            login.uri(), login.host(), login.port(), login.dbname(), login.username(), "forgotten");
    try (Connection holder = DatabaseFixture.connect(changed)) {
      holder.setAutoCommit(false);
      holder.createStatement().execute(password.formatted("held"));

      fixture.restart().ensure(spec);
      fixture.databases().ensure(spec.stopped());
      fixture.await(spec, DatabaseState.STOPPED);
    }
    fixture.ready(spec);
    assertThat(fixture.query(spec, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.removed(spec);
  }

  private static void takeOver(DatabaseSpec branch, Credentials main) {
    fixture.databases().ensure(branch.takingOver(new Takeover(1, main.host() + ":" + main.port())));
  }

  private static void awaitTakenOver(DatabaseSpec branch, Credentials main) {
    DatabaseFixture.await("the branch has the endpoint")
        .until(
            () -> fixture.databases().observe(branch.id()),
            seen ->
                seen.state() == DatabaseState.READY && seen.endpoint().endsWith(":" + main.port()));
  }
}
