package dev.goldenrod.dataplane.k8s.scale;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** A simulated cluster whose databases are only objects, so that there can be thousands. */
final class StubCluster implements AutoCloseable {
  static final String RELEASE = "15";
  private static final String NAMESPACE = "paper";

  private final StubPods pods;
  private final SimulatedCluster cluster;
  private final Path kubeconfig;

  StubCluster(Path folder) throws IOException {
    AtomicReference<SimulatedCluster> made = new AtomicReference<>();
    pods = new StubPods(name -> made.get().objects().get(ResourceType.SECRET, NAMESPACE, name));
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", pods);
    made.set(cluster);
    cluster.createRestrictedNamespace(NAMESPACE);
    cluster.objects().create(ResourceType.SECRET, NAMESPACE, blank());
    kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
  }

  /** Returns the Secret of a prepared empty database, which a pod would have to make. */
  private JsonObject blank() {
    DatabaseInfo info =
        new DatabaseInfo(PostgresEngine.TYPE, RELEASE, "app", "goldenrod", Map.of());
    JsonObject annotations =
        Tree.of(
            "goldenrod.dev/blank-handle",
            cluster.storage().emptySnapshot(),
            Annotations.INFO,
            Annotations.infoText(info));
    return Tree.of(
        "metadata", Tree.of("name", "blank-postgresql-" + RELEASE, "annotations", annotations),
        "stringData", Tree.of("data.admin-password", "of the blank"));
  }

  KubernetesDataPlane open() {
    return KubernetesDataPlane.open(
        KubernetesOptions.builder()
            .kubeconfig(kubeconfig)
            .namespace(NAMESPACE)
            .serviceType(ServiceType.NODE_PORT)
            .build());
  }

  StubPods pods() {
    return pods;
  }

  SimulatedCluster simulated() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
