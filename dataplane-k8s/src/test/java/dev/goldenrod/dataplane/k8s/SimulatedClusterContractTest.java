package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testkit.dataplane.DataPlaneContractArchives;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract tests on a simulated cluster, with real servers and databases. Some tests run at
 * once, each in its own namespace, because they mostly wait for pods.
 */
@Tag("simulated")
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SimulatedClusterContractTest extends KubernetesContract {
  private static final int PORT = 5432;

  @TempDir static Path folder;
  private static ContractCluster cluster;
  private static String source;

  /** Golden versions by namespace: the tests of a namespace share one import. */
  private static final Map<String, VersionRef> MADE = new ConcurrentHashMap<>();

  private final String namespace = cluster.take();

  @Nested
  class Archives extends DataPlaneContractArchives {}

  @BeforeAll
  static void start_a_cluster_with_a_source() throws IOException {
    cluster = ContractCluster.start(folder);
    SimulatedCluster simulated = cluster.simulated();
    source = SourcePod.start(simulated, ContractCluster.NAMESPACES.get(0));
    ContractCluster.NAMESPACES.stream()
        .skip(1)
        .forEach(other -> SourcePod.putSecret(simulated, other));
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    try {
      assertThat(cluster.missingPermissions()).isEmpty();
      assertThat(versions()).as("what is left besides what all share").hasSameSizeAs(MADE.values());
    } finally {
      cluster.close();
    }
  }

  private static List<JsonObject> versions() {
    Selector selector = Selector.parse(Labels.VERSION, "");
    return ContractCluster.NAMESPACES.stream()
        .flatMap(
            one -> cluster.simulated().objects().list(ResourceType.SECRET, one, selector).stream())
        .toList();
  }

  @Override
  protected void cleanUp() {
    cluster.giveBack(namespace);
  }

  @Override
  KubernetesOptions options() {
    return cluster.options(namespace);
  }

  @Override
  SourceConnection source() {
    return new SourceConnection(
        source, PORT, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET);
  }

  @Override
  @Nullable VersionRef made() {
    return MADE.get(namespace);
  }

  @Override
  void remember(VersionRef version) {
    MADE.put(namespace, version);
  }

  /** A step may start two pods on a busy machine. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }
}
