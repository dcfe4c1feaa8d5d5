package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Volume;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The objects of databases: Secrets and claims, read live rather than from the cache, and pods, as
 * cached. Thread-safe.
 */
public record DatabaseObjects(ClusterApi cluster) {
  public Optional<DatabaseRoot> root(UUID id) {
    return cluster.secrets().get(new DatabaseNames(id).root()).map(DatabaseRoot::new);
  }

  public DatabaseRoot requireRoot(UUID id) {
    return root(id)
        .orElseThrow(() -> new DataPlaneException("database %s does not exist".formatted(id)));
  }

  /**
   * @throws WorkFailure if the database does not exist, or has no data yet
   */
  public DatabaseRoot requireOrigin(UUID id) {
    return root(id)
        .filter(root -> root.generation() >= 0)
        .orElseThrow(() -> WorkFailure.failed("database %s does not exist".formatted(id)));
  }

  /** Returns the name of the PersistentVolumeClaim of the current data. */
  public static String claim(DatabaseRoot root) {
    return root.names().ofGeneration(root.generation());
  }

  public void requireClaim(DatabaseRoot root) {
    if (cluster.claims().get(claim(root)).isEmpty()) {
      throw WorkFailure.failed(
          "the database's volume, PersistentVolumeClaim %s, was deleted, and its data with it; to recover, reset a clone, or delete a database and create it again, empty or from a snapshot"
              .formatted(claim(root)));
    }
  }

  public Optional<V1Pod> pod(UUID id) {
    return cluster.pods().cache().get(new DatabaseNames(id).pod());
  }

  /**
   * Returns the pod if it runs the current generation's server, is not being deleted, and its node
   * answers.
   */
  public Optional<V1Pod> runningPod(DatabaseRoot root) {
    return pod(root.id())
        .filter(pod -> !Metadata.isBeingDeleted(pod))
        .filter(pod -> !PodStates.isLost(pod))
        .filter(pod -> uses(pod, claim(root)))
        .filter(pod -> run(pod).isPresent());
  }

  /** Returns the id of the server's run in {@link #runningPod}. */
  public Optional<String> currentRun(DatabaseRoot root) {
    return runningPod(root).flatMap(DatabaseObjects::run);
  }

  public static boolean uses(V1Pod pod, String claim) {
    List<V1Volume> volumes = pod.getSpec() == null ? List.of() : pod.getSpec().getVolumes();
    return volumes != null
        && volumes.stream()
            .map(V1Volume::getPersistentVolumeClaim)
            .anyMatch(source -> source != null && claim.equals(source.getClaimName()));
  }

  /** Returns the id of the current run of the pod's server; empty if it does not run. */
  public static Optional<String> run(V1Pod pod) {
    return PodStates.containers(pod)
        .findFirst()
        .filter(PodStates::isContainerRunning)
        .map(V1ContainerStatus::getContainerID);
  }
}
