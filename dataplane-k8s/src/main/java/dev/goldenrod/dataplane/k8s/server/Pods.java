package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodStatus;
import io.kubernetes.client.openapi.models.V1Volume;
import java.util.List;
import java.util.Optional;

/** The pods of databases, as cached. Thread-safe. */
public record Pods(ClusterApi cluster) {
  public Optional<V1Pod> of(DatabaseNames names) {
    return cluster.pods().cache().get(names.pod());
  }

  /**
   * Returns the pod if it runs that generation's server, is not being deleted, and its node
   * answers.
   */
  public Optional<V1Pod> running(DatabaseNames names, int generation) {
    return of(names)
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> !PodStates.isLost(pod))
        .filter(pod -> uses(pod, names.ofGeneration(generation)))
        .filter(pod -> run(pod).isPresent());
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
    return Optional.ofNullable(pod.getStatus())
        .map(V1PodStatus::getContainerStatuses)
        .flatMap(statuses -> statuses.stream().findFirst())
        .filter(status -> status.getState() != null && status.getState().getRunning() != null)
        .map(V1ContainerStatus::getContainerID);
  }
}
