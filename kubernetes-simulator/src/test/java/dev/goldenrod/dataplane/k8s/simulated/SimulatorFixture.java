package dev.goldenrod.dataplane.k8s.simulated;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("simulated")
abstract class SimulatorFixture {
  static SimulatedCluster cluster;
  static TestClient client;

  @BeforeAll
  static void start() {
    cluster = SimulatedCluster.start();
    client = new TestClient(cluster.client(), "default");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }
}
