package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.branchOf;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a database that is written to all the time, and of one whose control plane dies. */
class BranchesUnderLoadTest {
  private static final int WRITERS = 4;
  private static final int ACCOUNTS = 50;
  private static final int COPIES = 5;

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
  void copies_hold_every_committed_transfer_and_none_in_part() throws Exception {
    DatabaseSpec parent = spec();
    fixture.ready(parent);
    makeAccounts(parent);
    AtomicLongArray committed = new AtomicLongArray(WRITERS);
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int mine = writer;
      writers.add(
          threads.submit(
              () -> {
                transfer(fixture.login(parent), mine, committed, enough);
                return null;
              }));
    }
    try {
      for (int copy = 0; copy < COPIES; copy++) {
        long[] before = new long[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
          before[writer] = committed.get(writer);
        }
        DatabaseSpec made = copy % 2 == 0 ? branchOf(parent) : ofSnapshot(parent);
        fixture.ready(made);

        assertThat(fixture.query(made, "SELECT sum(balance) FROM account")).isEqualTo("0");
        for (int writer = 0; writer < WRITERS; writer++) {
          String last = "SELECT number FROM transfer WHERE writer = " + writer;
          assertThat(Long.parseLong(fixture.query(made, last)))
              .isGreaterThanOrEqualTo(before[writer]);
        }
        fixture.removed(made);
      }
    } finally {
      enough.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
      threads.shutdownNow();
    }
    fixture.removed(parent);
  }

  @Test
  void a_control_plane_that_dies_in_a_standstill_lets_the_database_go_on_at_its_next_start()
      throws Exception {
    DatabaseSpec database = spec();
    fixture.ready(database);
    Files.createFile(
        fixture.root().clones().resolve(database.id().toString()).resolve("standing-still"));
    Tool.run("kill", "-STOP", Long.toString(fixture.postmaster(database).pid()));
    DatabaseFixture.await("server stands still")
        .until(() -> state(fixture.postmaster(database)).equals("T"));

    fixture.restart();

    fixture.await(database, DatabaseState.READY);
    assertThat(fixture.query(database, "SELECT name FROM app.item")).isEqualTo("tea");
    assertThat(state(fixture.postmaster(database))).isNotEqualTo("T");
    fixture.removed(database);
  }

  private static DatabaseSpec ofSnapshot(DatabaseSpec parent) {
    UUID snapshot = UUID.randomUUID();
    fixture.databases().snapshots().ensure(snapshot, parent.id());
    DatabaseFixture.await("snapshot is READY")
        .until(
            () -> fixture.databases().snapshots().observe(snapshot),
            seen -> seen.state() == State.READY);
    return DatabaseSpec.of(
        UUID.randomUUID(), "test", new Origin.Snapshot(snapshot), parent.resources());
  }

  private static void makeAccounts(DatabaseSpec parent) throws SQLException {
    fixture.execute(
        parent,
        """
        CREATE TABLE account AS SELECT id, 0::bigint AS balance FROM generate_series(0, %d) AS id;
        CREATE TABLE transfer AS SELECT writer, 0::bigint AS number FROM generate_series(0, %d) AS writer;
        """
            .formatted(ACCOUNTS - 1, WRITERS - 1));
  }

  /** Each transfer is one transaction; its number counts as committed once the server said so. */
  private static void transfer(
      Credentials login, int writer, AtomicLongArray committed, AtomicBoolean enough)
      throws SQLException {
    try (Connection connection = DatabaseFixture.connect(login);
        PreparedStatement move =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
        PreparedStatement count =
            connection.prepareStatement("UPDATE transfer SET number = ? WHERE writer = ?")) {
      connection.setAutoCommit(false);
      for (long number = 1; !enough.get(); number++) {
        // Always the lower account first, so that no two writers wait for each other.
        int from = ThreadLocalRandom.current().nextInt(ACCOUNTS - 1);
        int to = ThreadLocalRandom.current().nextInt(from + 1, ACCOUNTS);
        add(move, -number, from);
        add(move, number, to);
        add(count, number, writer);
        connection.commit();
        committed.set(writer, number);
      }
    }
  }

  private static void add(PreparedStatement statement, long value, int id) throws SQLException {
    statement.setLong(1, value);
    statement.setInt(2, id);
    statement.executeUpdate();
  }

  private static String state(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
  }
}
