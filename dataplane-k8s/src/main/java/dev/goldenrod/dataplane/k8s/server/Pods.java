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

/** The pods of databases, by the last news. Thread-safe. */
public record Pods(ClusterApi cluster) {
  /** The database's pod, whatever its state. */
  public Optional<V1Pod> of(DatabaseNames names) {
    return cluster.pods().cache().get(names.pod());
  }

  /**
   * The database's pod, if it runs that generation's server, on a node that answers, and is not
   * about to end.
   */
  public Optional<V1Pod> running(DatabaseNames names, int generation) {
    return of(names)
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> !PodStates.isLost(pod))
        .filter(pod -> uses(pod, names.ofGeneration(generation)))
        .filter(pod -> run(pod).isPresent());
  }

  /** Whether the pod has the volume of that claim. */
  public static boolean uses(V1Pod pod, String claim) {
    List<V1Volume> volumes = pod.getSpec() == null ? List.of() : pod.getSpec().getVolumes();
    return volumes != null
        && volumes.stream()
            .map(V1Volume::getPersistentVolumeClaim)
            .anyMatch(source -> source != null && claim.equals(source.getClaimName()));
  }

  /** What tells this run of the pod's server from all others; empty when it does not run. */
  public static Optional<String> run(V1Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .map(V1PodStatus::getContainerStatuses)
        .flatMap(statuses -> statuses.stream().findFirst())
        .filter(status -> status.getState() != null && status.getState().getRunning() != null)
        .map(V1ContainerStatus::getContainerID);
  }
}
