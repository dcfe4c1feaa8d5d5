package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of snapshots and their copies. */
public abstract class DataPlaneContractSnapshots extends DataPlaneContractPart {
  @Test
  void copies_hold_what_was_answered_before_it_was_on_the_disk() throws Exception {
    DatabaseSpec parent = readyClone();
    writeUnflushed(login(parent), "branched");
    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);
    writeUnflushed(login(parent), "snapshotted");
    DatabaseSpec restored = from(new Origin.Snapshot(takenOf(parent)));
    ensureReady(restored);

    assertThat(read(login(branch))).isEqualTo("branched");
    assertThat(read(login(restored))).isEqualTo("snapshotted");
  }

  @Test
  void a_snapshot_has_one_moment_and_any_number_of_databases_begin_with_it() throws Exception {
    DatabaseSpec database = readyClone();
    write(login(database), "then");
    UUID snapshot = takenOf(database);
    write(login(database), "later");

    DatabaseSpec one = from(new Origin.Snapshot(snapshot));
    DatabaseSpec other = from(new Origin.Snapshot(snapshot));
    ensureReady(one);
    write(login(one), "changed");
    ensureReady(other);

    assertThat(read(login(other))).isEqualTo("then");
    assertThat(read(login(database))).isEqualTo("later");
    assertThat(login(other).password()).isEqualTo(login(database).password());
    assertThat(plane.snapshots().observe(snapshot).sizeBytes()).isPositive();
  }

  @Tag("slow")
  @Test
  void snapshots_outlive_their_database_and_databases_outlive_the_snapshot() throws Exception {
    DatabaseSpec database = readyClone();
    write(login(database), "then");
    UUID snapshot = takenOf(database);
    plane.databases().remove(database.id());
    awaitAbsent(database.id());
    DatabaseSpec made = from(new Origin.Snapshot(snapshot));
    ensureReady(made);

    removeSnapshot(snapshot);

    assertThat(read(login(made))).isEqualTo("then");
    ensureStopped(made);
    ensureReady(made);
    assertThat(read(login(made))).isEqualTo("then");
    assertThat(plane.inventory().snapshots()).isEmpty();
    plane.snapshots().remove(snapshot);
    assertThat(plane.snapshots().observe(snapshot)).isEqualTo(SnapshotObservation.absent());
  }

  @Test
  void a_snapshot_outlives_the_process_and_is_taken_once() throws Exception {
    DatabaseSpec database = readyClone();
    write(login(database), "then");
    UUID snapshot = takenOf(database);
    SnapshotObservation before = plane.snapshots().observe(snapshot);
    write(login(database), "later");

    restart();
    assertThat(plane.snapshots().observe(snapshot)).isEqualTo(before);
    ensureSnapshot(snapshot, database);

    DatabaseSpec made = from(new Origin.Snapshot(snapshot));
    ensureReady(made);
    assertThat(read(login(made))).isEqualTo("then");
    assertThat(plane.inventory().snapshots()).containsExactly(snapshot);
  }

  @Test
  void a_snapshot_of_what_is_not_there_says_so() {
    UUID snapshot = UUID.randomUUID();

    plane.snapshots().ensure(snapshot, UUID.randomUUID());

    SnapshotObservation seen =
        await("snapshot is FAILED or BLOCKED")
            .until(
                () -> plane.snapshots().observe(snapshot),
                now -> now.state() == State.FAILED || now.state() == State.BLOCKED);
    assertThat(seen.message()).isNotBlank();
    removeSnapshot(snapshot);
  }

  @Tag("slow")
  @Test
  void the_listener_is_told_of_a_snapshot_that_was_taken_and_of_one_that_went() {
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);

    UUID snapshot = takenOf(readyClone());
    await("notification of READY").until(() -> heard, ids -> ids.contains(snapshot));
    heard.clear();
    removeSnapshot(snapshot);
    await("notification of ABSENT").until(() -> heard, ids -> ids.contains(snapshot));
  }

  private UUID takenOf(DatabaseSpec database) {
    UUID snapshot = UUID.randomUUID();
    ensureSnapshot(snapshot, database);
    return snapshot;
  }

  private void ensureSnapshot(UUID id, DatabaseSpec database) {
    plane.snapshots().ensure(id, database.id());
    await("snapshot is READY")
        .until(
            () -> plane.snapshots().observe(id),
            seen -> {
              assertThat(seen.state()).as(seen.message()).isNotEqualTo(State.FAILED);
              return seen.state() == State.READY;
            });
  }
}
