package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions of snapshots that Goldenrod did not make. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedRegisteredVersionsTest {
  private static final String NAMESPACE = "registered";
  private static final String ELSEWHERE = "elsewhere";

  private static SimulatedNamespace namespace;
  private static SimulatedCluster cluster;
  private KubernetesDataPlane plane;
  private ObservedDatabases databases;

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.startRestricted(NAMESPACE);
    cluster = namespace.cluster();
    cluster.createNamespace(ELSEWHERE);
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    try {
      assertThat(GrantedPermissions.read().missing(cluster.calls().all())).isEmpty();
    } finally {
      cluster.close();
    }
  }

  @BeforeEach
  void open() {
    plane = namespace.connect();
    databases = new ObservedDatabases(plane);
  }

  @AfterEach
  void remove_all() {
    databases.removeAll();
    plane.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {999, 1234})
  void the_snapshot_of_a_running_server_is_cloned_and_outlives_its_golden(int user)
      throws SQLException {
    String handle =
        new ForeignSnapshot(cluster, ELSEWHERE)
            .take("of-user-" + user, ForeignSnapshot.SERVER, user);
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, handle);
    leaveBehind("of-user-%d-origin".formatted(user), handle, NAMESPACE);
    DatabaseSpec first = cloneOf(version);
    DatabaseSpec second = cloneOf(version);

    awaitReady(first);
    awaitReady(second);

    assertThat(valueOf(first)).isEqualTo("from elsewhere");
    assertThat(valueOf(second)).isEqualTo("from elsewhere");
    PostgresValue.write(databases.login(first), "changed");
    assertThat(plane.inventory().copies()).isEqualTo(Set.of(version));
    assertThat(plane.inventory().handles()).isEmpty();

    plane.databases().remove(first.id());
    plane.databases().remove(second.id());
    await("the clones are gone").until(() -> plane.inventory().databases().isEmpty());
    await("the copy is gone").until(() -> plane.versions().remove(version));
    await("the copy's snapshot is gone").until(() -> !copiesLeft());
    assertThat(cluster.storage().hasSnapshot(handle)).isTrue();
  }

  @Test
  void data_that_was_sorted_otherwise_elsewhere_is_told_until_it_is_sorted_anew()
      throws SQLException {
    String handle =
        new ForeignSnapshot(cluster, ELSEWHERE)
            .take("sorted-otherwise", ForeignSnapshot.SORTED_OTHERWISE, 999);
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 5, handle);
    DatabaseSpec clone = cloneOf(version);

    awaitReady(clone);

    assertThat(databases.awaitReady(clone).message())
        .contains("shop was sorted by release 1.0 of its library")
        .contains("REINDEX DATABASE");
    databases.awaitState(clone.stopped(), DatabaseState.STOPPED);
    assertThat(databases.awaitReady(clone).message()).contains("sorted by release 1.0");

    PostgresValue.execute(databases.login(clone), "REINDEX DATABASE shop");
    PostgresValue.execute(databases.login(clone), "ALTER DATABASE shop REFRESH COLLATION VERSION");
    databases.awaitState(clone.stopped(), DatabaseState.STOPPED);
    assertThat(databases.awaitReady(clone).message()).isEmpty();
    plane.databases().remove(clone.id());
    await("the clone is gone").until(() -> plane.inventory().databases().isEmpty());
    await("the copy is gone").until(() -> plane.versions().remove(version));
  }

  @Test
  void what_a_killed_server_left_of_copying_goes_with_the_next_start() {
    plane.close();
    leaveBehind("left-origin", "left", NAMESPACE);
    leaveBehind("left-elsewhere-origin", "left", ELSEWHERE);

    open();
    plane.inventory();

    await("what was left is gone").until(() -> !hasContent("left-origin"));
    assertThat(hasContent("left-elsewhere-origin")).isTrue();
    cluster
        .objects()
        .delete(ResourceType.SNAPSHOT_CONTENT, "", "left-elsewhere-origin", DeleteOptions.NONE);
  }

  @Test
  void a_handle_that_the_driver_does_not_know_is_told() {
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 2, "no-such-snapshot");
    DatabaseSpec spec = cloneOf(version);

    assertThat(awaitFailure(spec))
        .contains("golden 'shop' version 2", SimulatedCluster.DRIVER, "'no-such-snapshot'")
        .contains("snapshot id no-such-snapshot not found");
    await("what was tried with is gone").until(() -> !copiesLeft());
  }

  @Test
  void a_snapshot_without_data_of_postgresql_is_told() {
    String handle =
        new ForeignSnapshot(cluster, ELSEWHERE).take("empty", ForeignSnapshot.EMPTY, 1234);
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 3, handle);

    assertThat(awaitFailure(cloneOf(version)))
        .contains(
            "the snapshot with handle '%s' holds no PostgreSQL data directory".formatted(handle));
    await("what was tried with is gone").until(() -> !copiesLeft());
    assertThat(cluster.storage().hasSnapshot(handle)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "touch backup_label, a backup_label",
    "touch standby.signal, a standby.signal",
    "touch recovery.signal, a recovery.signal",
    "echo 99 > PG_VERSION, of PostgreSQL 99"
  })
  void data_that_no_server_here_would_start_rightly_is_refused(String change, String words) {
    String name = words.replaceAll("[^a-z0-9]", "-").toLowerCase(Locale.ROOT);
    String script = ForeignSnapshot.NEVER_STARTED.formatted(change) + ForeignSnapshot.EMPTY;
    String handle = new ForeignSnapshot(cluster, ELSEWHERE).take(name, script, 1234);
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 4, handle);

    assertThat(awaitFailure(cloneOf(version)))
        .contains("the snapshot with handle '%s' is ".formatted(handle), words);
    await("what was tried with is gone").until(() -> !copiesLeft());
  }

  /** Simulates a server that was killed while it copied the snapshot. */
  private static void leaveBehind(String name, String handle, String namespace) {
    cluster
        .objects()
        .create(
            ResourceType.SNAPSHOT_CONTENT,
            "",
            SnapshotManifests.content(
                    new V1ObjectMeta()
                        .name(name)
                        .labels(Labels.of(Labels.REGISTERED_ORIGIN, UUID.randomUUID())),
                    handle,
                    SimulatedCluster.DRIVER,
                    SimulatedCluster.SNAPSHOT_CLASS,
                    namespace,
                    name)
                .getRaw());
  }

  private static boolean hasContent(String name) {
    return cluster.objects().find(ResourceType.SNAPSHOT_CONTENT, "", name).isPresent();
  }

  private static boolean copiesLeft() {
    return isThere(Labels.REGISTERED) || isThere(Labels.REGISTERED_ORIGIN);
  }

  private static boolean isThere(String label) {
    Selector selector = Selector.parse(label, "");
    return !cluster.objects().list(ResourceType.SNAPSHOT_CONTENT, "", selector).isEmpty()
        || !cluster.objects().list(ResourceType.SECRET, NAMESPACE, selector).isEmpty()
        || !cluster.objects().list(ResourceType.CLAIM, NAMESPACE, selector).isEmpty();
  }

  private String valueOf(DatabaseSpec spec) throws SQLException {
    return PostgresValue.read(databases.login(spec));
  }

  private static DatabaseSpec cloneOf(VersionRef version) {
    return ObservedDatabases.of(new Origin.Version(version));
  }

  private void awaitReady(DatabaseSpec spec) {
    plane.databases().ensure(spec);
    await("the clone is there")
        .until(
            () -> {
              plane.databases().ensure(spec);
              return plane.databases().observe(spec.id());
            },
            seen -> {
              assertThat(seen.state()).as(seen.message()).isNotEqualTo(DatabaseState.FAILED);
              return seen.state() == DatabaseState.READY;
            });
  }

  private String awaitFailure(DatabaseSpec spec) {
    plane.databases().ensure(spec);
    return databases.awaitSeen(spec, seen -> seen.state() == DatabaseState.FAILED).message();
  }
}
