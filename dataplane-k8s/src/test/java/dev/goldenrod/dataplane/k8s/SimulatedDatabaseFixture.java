package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.port.DatabaseSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** A simulated cluster with a ready database for each test. */
@Tag("simulated")
abstract class SimulatedDatabaseFixture {
  static final String NAMESPACE = "tests";

  final DatabaseSpec spec = ObservedDatabases.blank();
  SimulatedNamespace namespace;
  SimulatedCluster cluster;
  KubernetesDataPlane plane;
  ObservedDatabases databases;

  @BeforeEach
  void start_a_database() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    connect(WaitTimes.DEFAULT);
    databases.awaitReady(spec);
  }

  private void connect(WaitTimes times) {
    plane = namespace.connect(times);
    databases = new ObservedDatabases(plane);
  }

  void reconnect(WaitTimes times) {
    plane.close();
    connect(times);
  }

  @AfterEach
  void stop() {
    plane.close();
    namespace.close();
  }
}
