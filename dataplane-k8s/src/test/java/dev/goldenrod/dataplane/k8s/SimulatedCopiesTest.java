package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.PatchUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies of databases that change while they are copied. */
@Timeout(600)
@Tag("simulated")
class SimulatedCopiesTest {
  private static final String NAMESPACE = "copies";

  @TempDir Path folder;
  private final UUID snapshot = UUID.randomUUID();
  private final DatabaseSpec source = of(new Origin.Blank("postgresql", "15"));
  private SimulatedCluster cluster;
  private KubernetesDataPlane plane;

  @BeforeEach
  void start_a_database() throws IOException, SQLException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    plane =
        KubernetesDataPlane.open(
            KubernetesOptions.builder()
                .kubeconfig(kubeconfig)
                .namespace(NAMESPACE)
                .serviceType(ServiceType.NODE_PORT)
                .build());
    await(source, seen -> seen.state() == DatabaseState.READY);
    KeptValue.write(plane.databases().credentials(source.id()).orElseThrow(), "copied");
  }

  @AfterEach
  void stop() {
    plane.close();
    cluster.close();
  }

  @Test
  void a_database_that_is_about_to_start_is_copied_when_it_runs() throws SQLException {
    await(source.stopped(), seen -> seen.state() == DatabaseState.STOPPED);
    cluster.faults().forbid("patch", "statefulsets");
    await(source, seen -> seen.message().contains("lacks 'patch' on statefulsets"));

    awaitSnapshot(seen -> seen.message().contains("its server is starting or stopping"));

    cluster.faults().clear();
    await(source, seen -> seen.state() == DatabaseState.READY);
    awaitSnapshot(seen -> seen.state() == State.READY);
    assertRestored();
  }

  @Test
  void a_stopped_database_is_copied_as_it_is() throws SQLException {
    await(source.stopped(), seen -> seen.state() == DatabaseState.STOPPED);

    awaitSnapshot(seen -> seen.state() == State.READY);

    assertRestored();
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

  private void assertRestored() throws SQLException {
    DatabaseSpec restored = of(new Origin.Snapshot(snapshot));
    await(restored, seen -> seen.state() == DatabaseState.READY);
    assertThat(KeptValue.read(plane.databases().credentials(restored.id()).orElseThrow()))
        .isEqualTo("copied");
  }

  /** With a new password for clients, the administrator gets one too. */
  private void changePasswords() throws ApiException {
    patch("db-" + source.id(), "{\"data\": {\"password\": \"YW5vdGhlcg==\"}}");
    await("the change is seen")
        .until(
            () -> plane.databases().observe(source.id()).state(),
            state -> state != DatabaseState.READY);
    await(source, seen -> seen.state() == DatabaseState.READY);
  }

  private void forgetThatItIsComplete() throws ApiException {
    patch(
        "snap-" + snapshot,
        "{\"metadata\": {\"annotations\": {\"goldenrod.dev/size-bytes\": null}}}");
    await("it is not complete")
        .until(() -> plane.snapshots().observe(snapshot).state(), state -> state != State.READY);
  }

  private void patch(String secret, String json) throws ApiException {
    CoreV1Api api = new CoreV1Api(cluster.client());
    PatchUtils.patch(
        V1Secret.class,
        () -> api.patchNamespacedSecret(secret, NAMESPACE, new V1Patch(json)).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        api.getApiClient());
  }

  /** Asks for it again and again, as a control plane does. */
  private void await(DatabaseSpec spec, Predicate<DatabaseObservation> wanted) {
    await("the database")
        .until(
            () -> {
              DatabaseObservation seen = plane.databases().observe(spec.id());
              plane.databases().ensure(spec);
              return seen;
            },
            wanted);
  }

  private void awaitSnapshot(Predicate<SnapshotObservation> wanted) {
    await("the snapshot")
        .until(
            () -> {
              SnapshotObservation seen = plane.snapshots().observe(snapshot);
              plane.snapshots().ensure(snapshot, source.id());
              return seen;
            },
            wanted);
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(3));
  }

  private static DatabaseSpec of(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), origin, new Resources(512, 0, 0));
  }
}
