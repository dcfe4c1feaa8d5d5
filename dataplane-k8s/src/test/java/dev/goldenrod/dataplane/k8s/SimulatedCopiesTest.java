package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import io.kubernetes.client.openapi.ApiException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(900)
class SimulatedCopiesTest extends SimulatedDatabaseFixture {

  private static final Duration SILENCE = Duration.ofSeconds(2);

  private final UUID snapshot = UUID.randomUUID();

  @BeforeEach
  void write_into_the_database() throws SQLException {
    PostgresValue.write(databases.login(spec), "copied");
  }

  @Test
  void a_database_that_is_about_to_start_is_copied_when_it_runs() throws SQLException {
    databases.awaitAsked(spec.stopped(), seen -> seen.state() == DatabaseState.STOPPED);
    cluster.faults().forbid("patch", "statefulsets");
    databases.awaitAsked(spec, seen -> seen.message().contains("lacks 'patch' on statefulsets"));

    awaitSnapshot(seen -> seen.message().contains("the database server is starting or stopping"));

    cluster.faults().clear();
    databases.awaitAsked(spec, seen -> seen.state() == DatabaseState.READY);
    awaitSnapshot(seen -> seen.state() == State.READY);
    assertRestored();
  }

  @Test
  void a_stopped_database_is_copied_as_it_is() throws SQLException {
    databases.awaitAsked(spec.stopped(), seen -> seen.state() == DatabaseState.STOPPED);

    awaitSnapshot(seen -> seen.state() == State.READY);

    assertRestored();
  }

  @Test
  void a_database_whose_claim_is_gone_is_not_copied_and_nobody_waits_for_it() {
    databases.awaitAsked(spec.stopped(), seen -> seen.state() == DatabaseState.STOPPED);
    String claim = "db-" + spec.id() + "-0";
    cluster.objects().delete(ResourceType.CLAIM, NAMESPACE, claim, DeleteOptions.NONE);

    awaitSnapshot(seen -> seen.state() == State.FAILED && seen.message().contains("was deleted"));
  }

  @Test
  void a_snapshot_has_the_administrators_password_of_its_moment()
      throws ApiException, SQLException {
    cluster.faults().forbid("patch", "volumesnapshots");
    awaitSnapshot(seen -> seen.message().contains("lacks 'patch' on volumesnapshots"));
    changePasswords();
    cluster.faults().clear();

    awaitSnapshot(seen -> seen.state() == State.READY);

    assertRestored();
  }

  @Test
  void a_snapshot_whose_password_was_changed_before_it_was_complete_is_taken_again()
      throws ApiException, SQLException {
    awaitSnapshot(seen -> seen.state() == State.READY);
    forgetThatItIsComplete();
    changePasswords();

    awaitSnapshot(seen -> seen.state() == State.READY);

    assertRestored();
  }

  @Test
  void a_driver_too_slow_for_a_standstill_is_tried_twice_and_takes_its_time_when_the_server_stops()
      throws SQLException {
    reconnect(ShortTimes.OF_SLOW_DRIVER);
    cluster.storage().holdSnapshots(true);

    awaitSnapshot(seen -> seen.message().contains("trying once more"));
    awaitSnapshot(seen -> seen.message().contains("copying with the engine's own backup"));
    awaitSnapshot(seen -> seen.message().contains("the database keeps running in backup mode"));
    await("clients are let in meanwhile")
        .until(() -> databases.plane().databases().loginProblem(spec.id()).isEmpty());

    databases.awaitAsked(spec.stopped(), seen -> seen.state() == DatabaseState.STOPPED);
    awaitSnapshot(seen -> seen.message().contains("the driver has been taking VolumeSnapshot"));
    try (KubernetesDataPlane other = namespace.connect()) {
      other.snapshots().ensure(snapshot, spec.id());
      cluster.storage().holdSnapshots(false);
      awaitSnapshot(seen -> seen.state() == State.READY);
    }

    assertRestored();
  }

  @Test
  void what_a_killed_server_left_unfinished_is_taken_anew_within_seconds() throws SQLException {
    reconnect(ShortTimes.withSilence(SILENCE));
    leaveUnfinished();

    Awaitility.await("the snapshot, not after the minute that a living server might need")
        .atMost(Duration.ofSeconds(50))
        .until(this::askedState, state -> state == State.READY);

    assertRestored();
  }

  @Test
  void what_another_server_is_at_is_left_to_it() throws SQLException {
    reconnect(ShortTimes.withSilence(SILENCE));
    standstill("stop 30 other");
    String uid = leaveUnfinished();

    await("it is there for longer than one of a killed server")
        .during(SILENCE.plusSeconds(1))
        .until(
            () -> {
              askedState();
              return unfinished().map(Tree::uid);
            },
            found -> found.filter(uid::equals).isPresent());

    standstill("continue other");
    awaitSnapshot(seen -> seen.state() == State.READY);
    assertRestored();
  }

  /** Simulates a server that was killed before it marked its snapshot. */
  private String leaveUnfinished() {
    JsonObject source = Tree.of("persistentVolumeClaimName", "db-" + spec.id() + "-0");
    JsonObject spec =
        Tree.of("volumeSnapshotClassName", SimulatedCluster.SNAPSHOT_CLASS, "source", source);
    JsonObject labels =
        Tree.of(
            "app.kubernetes.io/managed-by",
            "goldenrod",
            "goldenrod.dev/snapshot",
            snapshot.toString());
    JsonObject metadata = Tree.of("name", "snap-" + snapshot, "labels", labels);
    return Tree.uid(
        cluster
            .objects()
            .create(
                ResourceType.VOLUME_SNAPSHOT,
                NAMESPACE,
                Tree.of("metadata", metadata, "spec", spec)));
  }

  private Optional<JsonObject> unfinished() {
    return cluster.objects().find(ResourceType.VOLUME_SNAPSHOT, NAMESPACE, "snap-" + snapshot);
  }

  private State askedState() {
    plane.snapshots().ensure(snapshot, spec.id());
    return plane.snapshots().observe(snapshot).state();
  }

  private void standstill(String words) {
    String command = "/bin/sh %s/standstill.sh %s".formatted(PodLayout.CONFIGURATION, words);
    new EnginePod(cluster.client(), NAMESPACE, "db-" + spec.id() + "-0")
        .output(List.of(command.split(" ")));
  }

  private void assertRestored() throws SQLException {
    DatabaseSpec restored = ObservedDatabases.of(new Origin.Snapshot(snapshot));
    databases.awaitReady(restored);
    assertThat(PostgresValue.read(databases.login(restored))).isEqualTo("copied");
  }

  /** A new password for clients changes the administrator's too. */
  private void changePasswords() throws ApiException {
    namespace.patchSecret("db-" + spec.id(), "{\"data\": {\"password\": \"YW5vdGhlcg==\"}}");
    await("the change is seen")
        .until(
            () -> plane.databases().observe(spec.id()).state(),
            state -> state != DatabaseState.READY);
    databases.awaitAsked(spec, seen -> seen.state() == DatabaseState.READY);
  }

  private void forgetThatItIsComplete() throws ApiException {
    namespace.patchSecret(
        "snap-" + snapshot,
        "{\"metadata\": {\"annotations\": {\"goldenrod.dev/size-bytes\": null}}}");
    await("it is not complete")
        .until(() -> plane.snapshots().observe(snapshot).state(), state -> state != State.READY);
  }

  private SnapshotObservation awaitSnapshot(Predicate<SnapshotObservation> wanted) {
    return await("the snapshot")
        .until(
            () -> {
              SnapshotObservation seen = plane.snapshots().observe(snapshot);
              plane.snapshots().ensure(snapshot, spec.id());
              return seen;
            },
            wanted);
  }
}
