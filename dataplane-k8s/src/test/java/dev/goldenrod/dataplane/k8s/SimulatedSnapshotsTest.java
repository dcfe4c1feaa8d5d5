package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DataPlaneContractSnapshots;
import dev.goldenrod.testkit.dataplane.DataPlaneFixture;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The part of the contract tests that differs most from local processes: making and copying empty
 * databases. {@link SimulatedClusterContractTest} runs all parts.
 */
@Tag("simulated")
@Execution(ExecutionMode.CONCURRENT)
class SimulatedSnapshotsTest extends DataPlaneFixture {
  @TempDir static Path folder;
  private static ContractCluster cluster;

  private final String namespace = cluster.take();
  private KubernetesDataPlane plane;

  @Nested
  class Snapshots extends DataPlaneContractSnapshots {}

  @BeforeAll
  static void start_a_cluster() throws IOException {
    cluster = ContractCluster.start(folder);
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    try {
      assertThat(cluster.missingPermissions()).isEmpty();
    } finally {
      cluster.close();
    }
  }

  @Override
  protected DataPlane open() {
    plane = KubernetesDataPlane.open(cluster.options(namespace));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank("postgresql", "15");
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        PostgresValue::write,
        PostgresValue::writeUnflushed,
        PostgresValue::read,
        PostgresValue::changePassword);
  }

  @Override
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }

  @Override
  protected void cleanUp() {
    cluster.giveBack(namespace);
  }
}
