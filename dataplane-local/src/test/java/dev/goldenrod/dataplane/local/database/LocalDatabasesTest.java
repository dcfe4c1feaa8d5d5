package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.next;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LocalDatabasesTest {
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
  void a_ready_clone_has_the_golden_s_rows() throws SQLException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);

    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void a_write_in_one_clone_is_seen_in_no_other() throws SQLException {
    DatabaseSpec one = spec();
    DatabaseSpec other = spec();
    fixture.ready(one);
    fixture.ready(other);

    fixture.execute(one, "UPDATE app.item SET name = 'mate'");

    assertThat(fixture.query(other, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void a_reset_discards_writes_and_keeps_endpoint_and_password() throws SQLException {
    DatabaseSpec clone = spec();
    DatabaseObservation before = fixture.ready(clone);
    Credentials login = fixture.login(clone);
    fixture.execute(clone, "UPDATE app.item SET name = 'mate'");

    DatabaseObservation after = fixture.ready(next(clone));

    assertThat(after.endpoint()).isEqualTo(before.endpoint());
    assertThat(fixture.login(clone)).isEqualTo(login);
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void a_killed_server_is_started_again_with_its_data() throws SQLException {
    DatabaseSpec clone = spec();
    DatabaseObservation before = fixture.ready(clone);
    fixture.execute(clone, "UPDATE app.item SET name = 'mate'");
    ProcessHandle killed = fixture.postmaster(clone);

    killed.destroyForcibly();
    Await.processChanged(fixture, clone, killed);

    assertThat(fixture.await(clone, DatabaseState.READY)).isEqualTo(before);
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("mate");
  }

  @Test
  void a_server_that_was_killed_while_nobody_watched_is_started_again() throws SQLException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.execute(clone, "UPDATE app.item SET name = 'mate'");
    fixture.databases().close();
    ProcessHandle killed = fixture.postmaster(clone);
    killed.destroyForcibly();
    assertThat(Processes.awaitExit(killed, DatabaseFixture.PATIENCE)).isTrue();

    fixture.restart();

    fixture.await(clone, DatabaseState.READY);
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("mate");
  }

  @Test
  void the_next_server_adopts_a_running_database() throws SQLException {
    DatabaseSpec clone = spec();
    DatabaseObservation before = fixture.ready(clone);
    Credentials login = fixture.login(clone);
    ProcessHandle running = fixture.postmaster(clone);

    fixture.restart();

    assertThat(fixture.await(clone, DatabaseState.READY)).isEqualTo(before);
    assertThat(fixture.postmaster(clone)).isEqualTo(running);
    assertThat(fixture.login(clone)).isEqualTo(login);
  }

  @Test
  void an_adopted_database_that_dies_is_started_again() {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.restart();
    fixture.await(clone, DatabaseState.READY);
    ProcessHandle adopted = fixture.postmaster(clone);

    adopted.destroyForcibly();

    Await.processChanged(fixture, clone, adopted);
    fixture.await(clone, DatabaseState.READY);
  }

  @Test
  void a_password_that_a_client_changed_stays_until_the_clone_is_stopped_and_started()
      throws SQLException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.execute(clone, "ALTER ROLE goldenrod PASSWORD 'other'");

    fixture.restart();
    assertThat(fixture.await(clone, DatabaseState.READY).message()).contains("no longer works");
    fixture.databases().ensure(clone.stopped());
    fixture.await(clone, DatabaseState.STOPPED);
    fixture.ready(clone);

    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void ten_clones_launched_at_once_are_all_ready_on_ports_of_their_own() {
    List<DatabaseSpec> all = Stream.generate(DatabaseFixture::spec).limit(10).toList();

    all.forEach(clone -> fixture.databases().ensure(clone));

    assertThat(all.stream().map(clone -> fixture.await(clone, DatabaseState.READY)))
        .extracting(DatabaseObservation::endpoint)
        .doesNotHaveDuplicates();
    all.forEach(fixture::removed);
  }

  /** The branch's record has the takeover and the parent's does not; the order is random. */
  @Test
  void takeovers_that_a_kill_left_half_done_are_finished() {
    List<DatabaseSpec> parents = Stream.generate(DatabaseFixture::spec).limit(4).toList();
    List<String> endpoints =
        parents.stream().map(parent -> fixture.ready(parent).endpoint()).toList();
    List<DatabaseSpec> branches = parents.stream().map(DatabaseFixture::branchOf).toList();
    branches.forEach(fixture::ready);
    fixture.databases().close();
    for (int pair = 0; pair < parents.size(); pair++) {
      leaveHalfTakenOver(branches.get(pair), endpoints.get(pair));
    }

    fixture.restart();

    for (int pair = 0; pair < parents.size(); pair++) {
      String endpoint = endpoints.get(pair);
      assertThat(fixture.await(branches.get(pair), DatabaseState.READY).endpoint())
          .isEqualTo(endpoint);
      assertThat(fixture.await(parents.get(pair), DatabaseState.READY).endpoint())
          .isNotEqualTo(endpoint);
    }
  }

  private static void leaveHalfTakenOver(DatabaseSpec branch, String endpoint) {
    DatabaseFolder folder =
        new DatabaseFolder(fixture.root().databases().resolve(branch.id().toString()));
    DatabaseSpec wanted = branch.takingOver(new Takeover(1, endpoint));
    DatabaseRecord record = folder.record().orElseThrow();
    folder.save(record.with(wanted).movedTo(DatabaseContext.port(endpoint)));
  }
}
