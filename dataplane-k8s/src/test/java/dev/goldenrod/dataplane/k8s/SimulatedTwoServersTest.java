package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.Takeover;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes that work on the same databases of one cluster. */
@Timeout(900)
@Tag("simulated")
class SimulatedTwoServersTest {
  private static final String NAMESPACE = "shared";

  private static SimulatedNamespace namespace;
  private static SimulatedCluster cluster;
  private static KubernetesDataPlane first;
  private static KubernetesDataPlane second;

  @BeforeAll
  static void start_a_cluster_with_two_servers() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    first = namespace.connect();
    second = namespace.connect();
  }

  @AfterEach
  void remove_all() {
    nothing_goes_wrong_any_more();
    first.inventory().databases().forEach(first.databases()::remove);
    first.inventory().snapshots().forEach(first.snapshots()::remove);
    await("all is gone")
        .until(
            () ->
                first.inventory().databases().isEmpty() && first.inventory().snapshots().isEmpty());
  }

  @AfterAll
  static void stop() {
    first.close();
    second.close();
    cluster.close();
  }

  @Tag("slow")
  @Test
  void a_database_that_both_launch_at_once_is_one() throws SQLException {
    DatabaseSpec spec = ObservedDatabases.blank();

    first.databases().ensure(spec);
    second.databases().ensure(spec);

    assertThat(awaitState(first, spec, DatabaseState.READY))
        .isEqualTo(awaitState(second, spec, DatabaseState.READY));
    assertThat(login(first, spec)).isEqualTo(login(second, spec));
    PostgresValue.write(login(second, spec), "one");
    assertThat(PostgresValue.read(login(first, spec))).isEqualTo("one");
  }

  @Tag("slow")
  @Test
  void an_endpoint_that_both_make_at_once_is_one() {
    cluster.faults().delay(1, "get", "services", Duration.ofSeconds(5));
    DatabaseSpec spec = ObservedDatabases.blank();

    first.databases().ensure(spec);
    second.databases().ensure(spec);

    awaitState(first, spec, DatabaseState.READY);
    awaitState(second, spec, DatabaseState.READY);
    await("no other endpoint is made, also by whoever looked before and makes one after")
        .during(Duration.ofSeconds(6))
        .until(() -> services(spec), count -> count == 1);
  }

  private static int services(DatabaseSpec spec) {
    Selector own = Selector.parse(Labels.DATABASE + "=" + spec.id(), "");
    return cluster.objects().list(ResourceType.SERVICE, NAMESPACE, own).size();
  }

  @Tag("slow")
  @Test
  void a_server_that_waits_for_what_another_one_resets_waits_for_it_no_more() {
    DatabaseSpec spec = ready();
    stop(spec);
    cluster.scheduler().obstruct("Insufficient cpu");
    second.databases().ensure(spec);
    awaitMessage(second, spec, "Insufficient cpu");

    first.databases().ensure(spec.atGeneration(1));
    await("the other server sees the new generation and has no trouble")
        .until(
            () -> second.databases().observe(spec.id()),
            seen -> seen.generation() == 1 && seen.state() == DatabaseState.WORKING);

    nothing_goes_wrong_any_more();
    awaitState(first, spec.atGeneration(1), DatabaseState.READY);
    assertThat(awaitSeen(second, spec, DatabaseState.READY).generation()).isEqualTo(1);
  }

  @Tag("slow")
  @Test
  void a_server_that_waits_for_what_another_one_removes_waits_no_more() {
    cluster.scheduler().obstruct("Insufficient cpu");
    DatabaseSpec spec = ObservedDatabases.blank();
    second.databases().ensure(spec);
    awaitMessage(second, spec, "Insufficient cpu");

    first.databases().remove(spec.id());

    awaitSeen(first, spec, DatabaseState.ABSENT);
    awaitSeen(second, spec, DatabaseState.ABSENT);
  }

  @Test
  void what_one_server_still_makes_of_a_database_does_not_keep_another_from_removing_it() {
    DatabaseSpec spec = ready();
    CountDownLatch anew = new CountDownLatch(1);
    ObjectStore store = cluster.objects().store();
    store.subscribe(store.revision(), change -> countSets(change, anew));
    makePodAt(new DatabaseNames(spec.id()).ofGeneration(0));
    cluster.faults().delay(1, "patch", "statefulsets", Duration.ofSeconds(2));
    cluster.calls().clear();

    second.databases().ensure(spec);
    await("the other server is at it")
        .until(() -> cluster.calls().count(Faults.calls("patch", "statefulsets")) == 1);
    first.databases().remove(spec.id());
    await("it makes the set anew").until(() -> anew.getCount() == 0);
    cluster.objects().delete(ResourceType.POD, NAMESPACE, "other", DeleteOptions.NONE);

    awaitSeen(first, spec, DatabaseState.ABSENT);
    awaitSeen(second, spec, DatabaseState.ABSENT);
  }

  @Test
  void what_went_wrong_in_one_server_is_over_when_another_has_gone_on() {
    DatabaseSpec spec = ObservedDatabases.blank();
    cluster.faults().forbid("patch", "statefulsets");
    second.databases().ensure(spec);
    awaitMessage(second, spec, "lacks 'patch' on statefulsets");
    nothing_goes_wrong_any_more();

    DatabaseObservation ready = awaitState(first, spec, DatabaseState.READY);
    assertThat(awaitSeen(second, spec, DatabaseState.READY)).isEqualTo(ready);

    DatabaseObservation stopped = awaitState(first, spec.stopped(), DatabaseState.STOPPED);
    assertThat(awaitSeen(second, spec, DatabaseState.STOPPED)).isEqualTo(stopped);

    first.databases().remove(spec.id());
    awaitSeen(second, spec, DatabaseState.ABSENT);
  }

  @Tag("slow")
  @Test
  void copies_of_one_database_by_both_at_once_are_all_complete() throws SQLException {
    DatabaseSpec source = ready();
    PostgresValue.write(login(first, source), "copied");
    UUID snapshot = UUID.randomUUID();
    DatabaseSpec one = ObservedDatabases.of(new Origin.Database(source.id()));
    DatabaseSpec other = ObservedDatabases.of(new Origin.Database(source.id()));

    first.databases().ensure(one);
    second.databases().ensure(other);
    first.snapshots().ensure(snapshot, source.id());
    second.snapshots().ensure(snapshot, source.id());

    awaitState(first, one, DatabaseState.READY);
    awaitState(second, other, DatabaseState.READY);
    await("both have the snapshot")
        .until(() -> isTaken(first, snapshot) && isTaken(second, snapshot));
    DatabaseSpec ofSnapshot = ObservedDatabases.of(new Origin.Snapshot(snapshot));
    awaitState(second, ofSnapshot, DatabaseState.READY);
    for (DatabaseSpec copy : new DatabaseSpec[] {one, other, ofSnapshot}) {
      assertThat(PostgresValue.read(login(first, copy))).isEqualTo("copied");
    }
  }

  @Tag("slow")
  @Test
  void a_promotion_that_one_server_left_half_done_is_finished_by_the_other() throws SQLException {
    DatabaseSpec main = ready();
    PostgresValue.write(login(first, main), "of main");
    DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(main.id()));
    String endpoint = first.databases().observe(main.id()).endpoint();
    awaitState(first, branch, DatabaseState.READY);
    PostgresValue.write(login(first, branch), "of branch");
    Credentials given = login(first, main);
    DatabaseSpec promoted = branch.takingOver(new Takeover(1, endpoint));

    cluster.faults().forbid("delete", "pods");
    first.databases().ensure(promoted);
    awaitMessage(first, branch, "lacks 'delete' on pods");
    assertThat(second.databases().observe(branch.id()).state()).isEqualTo(DatabaseState.WORKING);
    nothing_goes_wrong_any_more();

    DatabaseObservation seen = awaitState(second, promoted, DatabaseState.READY);
    assertThat(seen.endpoint()).isEqualTo(endpoint);
    assertThat(awaitSeen(first, branch, DatabaseState.READY)).isEqualTo(seen);
    assertThat(PostgresValue.read(given)).isEqualTo("of branch");
    awaitState(first, main, DatabaseState.READY);
    assertThat(PostgresValue.read(login(second, main))).isEqualTo("of main");
  }

  private static void countSets(Change change, CountDownLatch made) {
    if (change.kind() == Change.Kind.ADDED && change.type() == ResourceType.STATEFUL_SET) {
      made.countDown();
    }
  }

  /** Makes a foreign pod that never starts. */
  private static void makePodAt(String claim) {
    JsonObject container = Tree.of("name", "other", "image", "none");
    JsonObject volume =
        Tree.of("name", "data", "persistentVolumeClaim", Tree.of("claimName", claim));
    JsonObject spec = Tree.of("containers", Tree.array(container), "volumes", Tree.array(volume));
    JsonObject pod = Tree.of("metadata", Tree.of("name", "other"), "spec", spec);
    cluster.objects().create(ResourceType.POD, NAMESPACE, pod);
  }

  private static void nothing_goes_wrong_any_more() {
    cluster.faults().clear();
    cluster.scheduler().obstruct("");
  }

  private static DatabaseSpec ready() {
    DatabaseSpec spec = ObservedDatabases.blank();
    awaitState(first, spec, DatabaseState.READY);
    return spec;
  }

  private static void stop(DatabaseSpec spec) {
    awaitState(first, spec.stopped(), DatabaseState.STOPPED);
    awaitSeen(second, spec, DatabaseState.STOPPED);
  }

  private static Credentials login(KubernetesDataPlane plane, DatabaseSpec spec) {
    return new ObservedDatabases(plane).login(spec);
  }

  private static boolean isTaken(KubernetesDataPlane plane, UUID snapshot) {
    return plane.snapshots().observe(snapshot).state() == SnapshotObservation.State.READY;
  }

  private static DatabaseObservation awaitState(
      KubernetesDataPlane plane, DatabaseSpec spec, DatabaseState state) {
    return new ObservedDatabases(plane).awaitState(spec, state);
  }

  private static DatabaseObservation awaitSeen(
      KubernetesDataPlane plane, DatabaseSpec spec, DatabaseState state) {
    return new ObservedDatabases(plane).awaitSeen(spec, seen -> seen.state() == state);
  }

  private static void awaitMessage(KubernetesDataPlane plane, DatabaseSpec spec, String message) {
    new ObservedDatabases(plane).awaitSeen(spec, seen -> seen.message().contains(message));
  }
}
