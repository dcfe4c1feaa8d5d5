package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.SnapshotObservation;
import java.util.UUID;

/** A simulated cluster with a database that holds a value. */
record SnapshotFixture(SimulatedNamespace namespace, DatabaseSpec database)
    implements AutoCloseable {
  static SnapshotFixture start(String name) throws Exception {
    SimulatedNamespace namespace = SimulatedNamespace.startRestricted(name);
    try (KubernetesDataPlane plane = namespace.connect()) {
      DatabaseSpec database = ObservedDatabases.blank();
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(database);
      PostgresValue.write(databases.login(database), "kept");
      return new SnapshotFixture(namespace, database);
    }
  }

  UUID snapshotOf(KubernetesDataPlane plane) {
    UUID id = UUID.randomUUID();
    plane.snapshots().ensure(id, database.id());
    await("snapshot is READY")
        .until(
            () -> plane.snapshots().observe(id),
            seen -> seen.state() == SnapshotObservation.State.READY);
    return id;
  }

  int count(ResourceType type, String label, UUID id) {
    String where = type.equals(ResourceType.SNAPSHOT_CONTENT) ? "" : namespace.name();
    SimulatedCluster cluster = namespace.cluster();
    return cluster.objects().list(type, where, Selector.parse(label + "=" + id, "")).size();
  }

  /** Ends the cluster, after asserting that the manifests grant all permissions that were used. */
  @Override
  public void close() {
    try (SimulatedCluster cluster = namespace.cluster()) {
      assertThat(GrantedPermissions.read().missing(cluster.calls().all())).isEmpty();
    }
  }
}
