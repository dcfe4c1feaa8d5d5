package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** Copies of a database whose driver takes longer than writes can be suspended. */
@Tag("slow")
@Timeout(900)
@Tag("simulated")
@TestInstance(Lifecycle.PER_CLASS)
class SimulatedOnlineBackupTest {
  private static final String NAMESPACE = "online-backup";
  private static final String IN_BACKUP_MODE =
      "keeps running in backup mode while the driver takes";

  private final DatabaseSpec source =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(128, 0, 0));
  private SimulatedNamespace namespace;
  private SimulatedCluster cluster;
  private KubernetesDataPlane plane;
  private ObservedDatabases databases;
  private UUID snapshot;

  /** Learning that the driver is slow takes two standstills. */
  @BeforeAll
  void start_a_database_of_a_slow_driver() throws Exception {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    plane = namespace.connect(ShortTimes.OF_SLOW_DRIVER);
    databases = new ObservedDatabases(plane);
    databases.awaitReady(source);
    table().create();
    snapshot = UUID.randomUUID();
    cluster.storage().holdSnapshots(true);
    awaitSnapshot(seen -> seen.message().contains("trying once more"));
    awaitSnapshot(seen -> seen.message().contains("copying with the engine's own backup"));
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    cluster.storage().holdSnapshots(false);
    awaitReady();
  }

  @AfterAll
  void stop() {
    plane.close();
    namespace.close();
  }

  @BeforeEach
  void start_a_snapshot() {
    snapshot = UUID.randomUUID();
    cluster.storage().holdSnapshots(true);
  }

  @AfterEach
  void release() {
    cluster.storage().onHalfSnapshot(() -> {});
    cluster.storage().holdSnapshots(false);
    cluster.acceptConnections();
    cluster.faults().clear();
  }

  /** The tables are copied before the changes, and the rest of the data directory after them. */
  @Test
  void the_copy_has_what_was_committed_though_its_files_are_of_different_times_and_wal_is_recycled()
      throws Exception {
    BackupTable table = table();
    table.insert("before");
    cluster.storage().onHalfSnapshot(() -> changeMuch(table));
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    table.insert("during");
    cluster.storage().holdSnapshots(false);

    awaitReady();
    table.insert("after");

    BackupTable restored = restored();
    assertThat(restored.kinds())
        .contains("before", "during", "while-copying")
        .doesNotContain("after");
    restored.assertSound();
    assertNothingIsLeft();
  }

  private void changeMuch(BackupTable table) {
    cluster.storage().onHalfSnapshot(() -> {});
    try {
      table.insert("while-copying");
      String first = table.firstLog();
      for (int round = 0; round < 4; round++) {
        table.rewrite();
        table.checkpoint();
      }
      assertThat(table.firstLog()).as("WAL is kept").isLessThanOrEqualTo(first);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void another_server_goes_on_with_it() throws Exception {
    table().insert("before-the-kill");
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    String begun = uid(ResourceType.VOLUME_SNAPSHOT);

    plane.close();
    plane = namespace.connect(ShortTimes.OF_SLOW_DRIVER);
    databases = new ObservedDatabases(plane);
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    assertThat(uid(ResourceType.VOLUME_SNAPSHOT)).isEqualTo(begun);
    cluster.storage().holdSnapshots(false);
    awaitReady();

    assertThat(restored().kinds()).contains("before-the-kill");
    assertNothingIsLeft();
  }

  @Test
  void an_api_server_that_is_away_for_a_while_does_not_end_it() throws Exception {
    table().insert("before-the-outage");
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    String begun = uid(ResourceType.VOLUME_SNAPSHOT);

    cluster.refuseConnections();
    await("the outage").until(() -> plane.unreachable().isPresent());
    cluster.acceptConnections();
    await("its end").until(() -> plane.unreachable().isEmpty());

    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    assertThat(uid(ResourceType.VOLUME_SNAPSHOT)).isEqualTo(begun);
    cluster.storage().holdSnapshots(false);
    awaitReady();

    assertThat(restored().kinds()).contains("before-the-outage");
  }

  @Test
  void it_begins_anew_when_the_server_was_restarted() throws Exception {
    table().insert("before-the-restart");
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    String begun = uid(ResourceType.VOLUME_SNAPSHOT);

    cluster
        .objects()
        .delete(ResourceType.POD, NAMESPACE, "db-" + source.id() + "-0", DeleteOptions.NONE);
    await("another backup")
        .until(
            () -> {
              plane.snapshots().ensure(snapshot, source.id());
              databases.plane().databases().ensure(source);
              return find(ResourceType.VOLUME_SNAPSHOT).map(Tree::uid);
            },
            uid -> uid.filter(other -> !other.equals(begun)).isPresent());
    cluster.storage().holdSnapshots(false);
    awaitReady();

    assertThat(restored().kinds()).contains("before-the-restart");
    assertNothingIsLeft();
  }

  @Test
  void it_is_over_when_the_snapshot_is_removed() throws Exception {
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));

    plane.snapshots().remove(snapshot);
    cluster.storage().holdSnapshots(false);

    await("it is gone")
        .until(() -> plane.snapshots().observe(snapshot).state(), state -> state == State.ABSENT);
    assertNothingIsLeft();
  }

  @Test
  void a_storage_class_that_cannot_be_read_leaves_no_session_open() throws Exception {
    // A data plane that was opened by another test has to learn again that the driver is slow.
    awaitSnapshot(seen -> seen.message().contains(IN_BACKUP_MODE));
    cluster.storage().holdSnapshots(false);
    awaitReady();
    assertNothingIsLeft();
    snapshot = UUID.randomUUID();
    cluster.faults().forbid("list", "storageclasses");

    awaitSnapshot(seen -> seen.message().contains("lacks 'list' on storageclasses"));

    assertThat(files()).doesNotContain("backup-");
    cluster.faults().clear();
    awaitReady();
  }

  private BackupTable table() {
    return new BackupTable(databases.login(source));
  }

  private BackupTable restored() {
    DatabaseSpec copy = ObservedDatabases.of(new Origin.Snapshot(snapshot));
    databases.awaitReady(copy);
    return new BackupTable(databases.login(copy));
  }

  private void awaitReady() {
    awaitSnapshot(seen -> seen.state() == State.READY);
  }

  private SnapshotObservation awaitSnapshot(Predicate<SnapshotObservation> wanted) {
    return await("the snapshot")
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> {
              SnapshotObservation seen = plane.snapshots().observe(snapshot);
              plane.snapshots().ensure(snapshot, source.id());
              return seen;
            },
            wanted);
  }

  private void assertNothingIsLeft() throws Exception {
    await("the objects are gone").until(() -> left().isEmpty());
    await("nothing is kept any more").until(() -> table().slots() == 0);
    assertThat(files()).doesNotContain("backup-");
  }

  private List<String> left() {
    return Stream.of(
            ResourceType.VOLUME_SNAPSHOT,
            ResourceType.CLAIM,
            ResourceType.POD,
            ResourceType.NETWORK_POLICY)
        .flatMap(type -> find(type).stream())
        .map(Tree::name)
        .toList();
  }

  private String files() {
    return new EnginePod(cluster.client(), NAMESPACE, "db-" + source.id() + "-0")
        .output(List.of("ls", "/goldenrod/scratch", "/goldenrod/private"));
  }

  private String uid(ResourceType type) {
    return find(type).map(Tree::uid).orElseThrow();
  }

  private Optional<JsonObject> find(ResourceType type) {
    return cluster.objects().find(type, NAMESPACE, "snap-" + snapshot + "-backup");
  }
}
