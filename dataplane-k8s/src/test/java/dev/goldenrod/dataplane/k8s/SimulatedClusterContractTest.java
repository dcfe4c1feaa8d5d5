package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testkit.dataplane.DataPlaneContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Imports from a real server and real databases, on a cluster of processes of this machine. */
@Tag("simulated")
class SimulatedClusterContractTest extends DataPlaneContract {
  private static final String NAMESPACE = "contract";
  private static final int PORT = 5432;

  @TempDir static Path folder;
  private static SimulatedCluster cluster;
  private static String source;
  private static Optional<VersionRef> made = Optional.empty();
  private KubernetesDataPlane plane;

  @BeforeAll
  static void start_a_cluster_with_a_source() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createRestrictedNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    source = SourcePod.start(cluster, NAMESPACE);
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    made = Optional.empty();
    try {
      assertThat(GrantedPermissions.read().missing(cluster.calls().all())).isEmpty();
    } finally {
      cluster.close();
    }
  }

  @Override
  protected DataPlane open() {
    plane =
        KubernetesDataPlane.open(
            KubernetesOptions.builder()
                .kubeconfig(folder.resolve("kubeconfig"))
                .namespace(NAMESPACE)
                .serviceType(ServiceType.NODE_PORT)
                .build());
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected ImportSpec importSpec() {
    SourceConnection connection =
        new SourceConnection(
            source, PORT, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET);
    return new ImportSpec(UUID.randomUUID(), "shop", 1, connection, "");
  }

  @Override
  protected Origin.Blank blank() {
    return new Origin.Blank(PostgresEngine.TYPE, "15");
  }

  /** A step may start two pods, on a machine that builds something else besides. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  /** No test removes it, so one import serves them all. */
  @Override
  protected VersionRef readyVersion() {
    made = Optional.of(made.orElseGet(super::readyVersion));
    return made.get();
  }

  @Override
  protected void write(Credentials login, String value) throws SQLException {
    KeptValue.write(login, value);
  }

  @Override
  protected String read(Credentials login) throws SQLException {
    return KeptValue.read(login);
  }
}
