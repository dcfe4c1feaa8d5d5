package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A simulated cluster with one pod as imports have it. */
@Tag("simulated")
abstract class PodFixture {
  static final String NAMESPACE = "default";
  static final byte[] NOTHING = {};

  static SimulatedCluster cluster;
  static ApiClient client;
  static EnginePod pod;

  @BeforeAll
  static void run_a_pod() throws ApiException {
    cluster = SimulatedCluster.start();
    client = cluster.client();
    CoreV1Api core = new CoreV1Api(client);
    UUID id = UUID.randomUUID();
    V1Secret owner = core.createNamespacedSecret(NAMESPACE, ImportManifests.secret(id)).execute();
    for (String claim : List.of(ImportManifests.name(id), ImportManifests.dumpName(id))) {
      core.createNamespacedPersistentVolumeClaim(
              NAMESPACE,
              PodParts.claim(
                  new V1ObjectMeta().name(claim),
                  Optional.empty(),
                  Quantity.fromString("1Gi"),
                  Optional.empty()))
          .execute();
    }
    V1Pod made =
        ImportManifests.loadPod(
            id, owner, new PodImage("postgres:15", Optional.empty(), Optional.empty()));
    core.createNamespacedPod(NAMESPACE, made).execute();
    pod = new EnginePod(client, NAMESPACE, ImportManifests.name(id));
    Awaitility.await("the pod runs")
        .atMost(Duration.ofMinutes(8))
        .until(() -> PodStates.isRunning(core.readNamespacedPod(pod.name(), NAMESPACE).execute()));
  }

  @AfterAll
  static void close_the_cluster() {
    cluster.close();
  }

  /** Returns the processes in the pod besides the first one and this command. */
  static List<String> commandLines() {
    return pod.output(
            List.of(
                "sh",
                "-c",
                "for p in /proc/[0-9]*; do [ $p = /proc/$$ ] || tr '\\0' ' ' < $p/cmdline; echo; done"))
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }
}
