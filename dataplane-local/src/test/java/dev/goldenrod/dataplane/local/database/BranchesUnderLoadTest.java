package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.branchOf;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.server.TestPostgresCluster;
import dev.goldenrod.dataplane.local.volume.TestDisk;
import dev.goldenrod.dataplane.local.volume.VolumeTestSetup;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation.State;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies of a database under constant writes, on each kind of volumes. */
@Tag("slow")
@ParameterizedClass
@MethodSource("dev.goldenrod.dataplane.local.volume.VolumeTestSetup#forPostgres")
class BranchesUnderLoadTest {
  /** More copies with {@code -Dgoldenrod.copies=20}. */
  private static final int COPIES = Integer.getInteger("goldenrod.copies", 2);

  private static final long DISK_BYTES = 4L << 30;

  /** Check heaps, then indexes and whether they match; each returns nothing or fails. */
  private static final List<String> CHECKS =
      List.of(
          "CREATE EXTENSION amcheck",
          """
          DO $$ BEGIN
            IF EXISTS (SELECT FROM pg_class, LATERAL verify_heapam(pg_class.oid)
                WHERE relkind = 'r' AND relpersistence = 'p') THEN
              RAISE 'a table is damaged';
            END IF;
          END $$
          """,
          """
          SELECT bt_index_check(pg_index.indexrelid, true) FROM pg_index
            JOIN pg_class ON pg_class.oid = indexrelid
            JOIN pg_am ON pg_am.oid = relam AND amname = 'btree' WHERE indisvalid
          """);

  @Parameter VolumeTestSetup setting;
  @TempDir Path temporary;
  private TestDisk disk;
  private DatabaseFixture fixture;

  @BeforeEach
  void make_the_golden() throws IOException {
    Path place = temporary;
    if (setting.hasOwnDisk()) {
      disk = TestDisk.formatted(setting.fileSystem(), temporary, DISK_BYTES);
      place = disk.path();
    }
    fixture =
        new DatabaseFixture(
            place.resolve("data"),
            setting.kind(),
            TestPostgres::servers,
            BranchesUnderLoadTest::makeWithChecksums);
  }

  private static void makeWithChecksums(Installation home, DataVolume golden, RunAs runAs) {
    TestPostgresCluster.make(home, golden, runAs);
    checksums(home, runAs, "--enable", golden);
  }

  private static void checksums(Installation home, RunAs runAs, String mode, DataVolume volume) {
    String program = home.program("pg_checksums").orElseThrow().toString();
    List<String> line = List.of(program, mode, "-D", volume.data().toString());
    Tool.run(runAs.command(volume.view().apply(List.of(), line)));
  }

  @AfterEach
  void take_all_away() throws IOException {
    fixture.close();
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void copies_are_sound_and_hold_every_committed_transfer_and_none_in_part() throws Exception {
    DatabaseSpec parent = spec();
    fixture.ready(parent);
    fixture.execute(parent, TransferWorkload.TABLES);
    try (TransferWorkload transfers = TransferWorkload.in(fixture.login(parent))) {
      for (int copy = 0; copy < COPIES; copy++) {
        long[] before = transfers.committed();
        DatabaseSpec made = copy % 2 == 0 ? branchOf(parent) : ofSnapshot(parent);
        fixture.ready(made);

        assertThat(fixture.query(made, "SELECT sum(balance) FROM account")).isEqualTo("0");
        for (int writer = 0; writer < TransferWorkload.WRITERS; writer++) {
          String last = "SELECT number FROM transfer WHERE writer = " + writer;
          assertThat(Long.parseLong(fixture.query(made, last)))
              .isGreaterThanOrEqualTo(before[writer]);
        }
        assertSound(made);
        fixture.removed(made);
      }
    }
    fixture.removed(parent);
  }

  private DatabaseSpec ofSnapshot(DatabaseSpec parent) {
    UUID snapshot = UUID.randomUUID();
    fixture.databases().snapshots().ensure(snapshot, parent.id());
    DatabaseFixture.await("snapshot is READY")
        .until(
            () -> fixture.databases().snapshots().observe(snapshot),
            seen -> seen.state() == State.READY);
    return DatabaseSpec.of(UUID.randomUUID(), new Origin.Snapshot(snapshot), parent.resources());
  }

  /** Checks the running server, and the files of the stopped one, with PostgreSQL's own tools. */
  private void assertSound(DatabaseSpec database) throws SQLException {
    DataVolume volume = fixture.volume(database);
    try (Connection admin =
            PostgresLogin.openAsAdmin(
                fixture.login(database).port(),
                TestPostgresCluster.DATABASE,
                Integer.parseInt(volume.info().release()),
                volume);
        Statement statement = admin.createStatement()) {
      for (String check : CHECKS) {
        statement.execute(check);
      }
    }
    fixture.databases().ensure(database.stopped());
    fixture.await(database, DatabaseState.STOPPED);
    checksums(fixture.home(), fixture.userOf(database), "--check", volume);
  }
}
