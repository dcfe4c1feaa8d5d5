package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * What a data plane promises of databases that begin empty, are stopped and started, and are copied
 * by snapshots and branches.
 */
public abstract class DataPlaneContractBranches extends DataPlaneContractPart {
  @Test
  void an_empty_database_can_be_used() throws Exception {
    DatabaseSpec spec = from(blank());
    ensureReady(spec);
    assertThat(read(login(spec))).isEmpty();

    write(login(spec), "first");

    assertThat(read(login(spec))).isEqualTo("first");
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
    DatabaseSpec other = from(blank());
    ensureReady(other);
    assertThat(read(login(other))).isEmpty();
    assertThat(login(other).password()).isNotEqualTo(login(spec).password());
  }

  @Test
  void a_stopped_database_keeps_its_data_endpoint_and_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");

    DatabaseObservation stopped = ensureStopped(spec);

    assertThat(stopped.endpoint()).isEqualTo(login.host() + ":" + login.port());
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThat(plane.databases().loginProblem(spec.id())).isPresent();
    assertThat(plane.databases().credentials(spec.id())).contains(login);
    plane.databases().ensure(spec.stopped());
    assertThat(awaitState(spec, DatabaseState.STOPPED)).isEqualTo(stopped);

    ensureReady(spec);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void a_stopped_database_stays_stopped_when_the_process_is_killed() throws Exception {
    DatabaseSpec spec = readyClone();
    write(login(spec), "kept");
    ensureStopped(spec);

    restart();
    ensureStopped(spec);

    assertThatThrownBy(() -> read(login(spec))).isNotNull();
    ensureReady(spec);
    assertThat(read(login(spec))).isEqualTo("kept");
  }

  @Test
  void a_database_that_is_stopped_while_it_is_made_ends_stopped_and_starts_later() {
    DatabaseSpec spec = from(origin());

    plane.databases().ensure(spec);
    ensureStopped(spec);

    ensureReady(spec);
  }

  @Test
  void a_branch_has_what_its_parent_held_and_goes_its_own_way() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "before");

    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);

    assertThat(read(login(branch))).isEqualTo("before");
    assertThat(login(branch).password()).isEqualTo(login(parent).password());
    assertThat(login(branch).username()).isEqualTo(login(parent).username());
    assertThat(login(branch).port() + login(branch).host())
        .isNotEqualTo(login(parent).port() + login(parent).host());
    write(login(branch), "branch");
    write(login(parent), "parent");
    assertThat(read(login(branch))).isEqualTo("branch");
    assertThat(read(login(parent))).isEqualTo("parent");
  }

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
  void a_branch_of_a_stopped_database_runs_and_its_parent_stays_stopped() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "kept");
    ensureStopped(parent);

    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);

    assertThat(read(login(branch))).isEqualTo("kept");
    awaitState(parent, DatabaseState.STOPPED);
  }

  @Test
  void branches_of_branches_live_on_without_those_they_were_made_of() throws Exception {
    DatabaseSpec parent = from(blank());
    ensureReady(parent);
    write(login(parent), "root");
    DatabaseSpec child = branchOf(parent);
    ensureReady(child);
    write(login(child), "child");
    DatabaseSpec grandchild = branchOf(child);
    ensureReady(grandchild);

    plane.databases().remove(child.id());
    awaitAbsent(child.id());
    assertThat(read(login(grandchild))).isEqualTo("child");
    assertThat(read(login(parent))).isEqualTo("root");
    plane.databases().remove(parent.id());
    awaitAbsent(parent.id());

    ensureStopped(grandchild);
    ensureReady(grandchild);
    assertThat(read(login(grandchild))).isEqualTo("child");
    assertThat(plane.inventory().databases()).containsExactly(grandchild.id());
  }

  @Test
  void a_branch_made_anew_has_what_its_parent_holds_then() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "one");
    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);
    Credentials login = login(branch);
    write(login, "discarded");
    write(login(parent), "two");

    ensureReady(branch.atGeneration(1));

    assertThat(login(branch)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("two");
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

  @Test
  void the_listener_is_told_of_a_snapshot_that_was_taken_and_of_one_that_went() {
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);

    UUID snapshot = takenOf(readyClone());
    await("told of ready").until(() -> heard, ids -> ids.contains(snapshot));
    heard.clear();
    removeSnapshot(snapshot);
    await("told of absent").until(() -> heard, ids -> ids.contains(snapshot));
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
