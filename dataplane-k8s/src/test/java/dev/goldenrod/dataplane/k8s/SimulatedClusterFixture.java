package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** One simulated cluster per class, and a new data plane on it for each test. */
@Tag("simulated")
abstract class SimulatedClusterFixture {
  static final String NAMESPACE = "tests";

  static SimulatedNamespace namespace;
  static SimulatedCluster cluster;
  KubernetesDataPlane plane;
  ObservedDatabases databases;

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    plane = namespace.connect();
    databases = new ObservedDatabases(plane);
  }

  @AfterEach
  void remove_all() {
    cluster.faults().clear();
    databases.removeAll();
    plane.close();
  }
}
