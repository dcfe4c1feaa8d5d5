package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.port.ImportSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** One simulated cluster with a source per class, and a new import for each test. */
@Tag("simulated")
abstract class SimulatedImportFixture {
  static final String NAMESPACE = "imports";

  static SimulatedNamespace namespace;
  static SimulatedCluster cluster;
  static String source;

  final ObservedImport shop = ObservedImport.of(namespace, source);
  final ImportSpec spec = shop.spec();
  KubernetesDataPlane plane;

  @BeforeAll
  static void start_a_cluster_with_a_source() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    source = SourcePod.start(cluster, NAMESPACE);
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    plane = namespace.connect();
  }

  @AfterEach
  void remove_the_import_and_close() {
    cluster.faults().clear();
    shop.remove(plane);
    plane.close();
  }
}
