package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.PodLogs;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Why pods and volumes do not come up, in sentences for developers. */
final class PodTroubles {
  private static final String CRASH_LOOP = "CrashLoopBackOff";
  private static final int LOG_LINES = 5;

  private final ClusterApi cluster;
  private final PodLogs logs;

  PodTroubles(ClusterApi cluster, PodLogs logs) {
    this.cluster = cluster;
    this.logs = logs;
  }

  /** Why the pod does not run; empty when nothing is wrong with it. */
  Optional<String> of(V1Pod pod) {
    return unreachable(pod).or(() -> crashLoop(pod)).or(() -> PodStates.problem(pod));
  }

  /** The last warning that the cluster has recorded of an object of that name. */
  Optional<String> warning(String object) {
    return cluster.events().listByFields("involvedObject.name=" + object + ",type=Warning").stream()
        .max(Comparator.comparing(PodTroubles::time))
        .map(event -> "%s: %s".formatted(event.getReason(), event.getMessage()));
  }

  private static OffsetDateTime time(CoreV1Event event) {
    return Optional.ofNullable(event.getLastTimestamp())
        .or(() -> Optional.ofNullable(event.getEventTime()))
        .orElse(OffsetDateTime.MIN);
  }

  private static Optional<String> unreachable(V1Pod pod) {
    return condition(pod, "Ready")
        .filter(ready -> "Unknown".equals(ready.getStatus()))
        .map(
            ready ->
                "node %s does not answer"
                    .formatted(Objects.requireNonNull(pod.getSpec()).getNodeName()));
  }

  private Optional<String> crashLoop(V1Pod pod) {
    return statuses(pod).stream()
        .map(V1ContainerStatus::getState)
        .filter(state -> state != null && state.getWaiting() != null)
        .filter(state -> CRASH_LOOP.equals(state.getWaiting().getReason()))
        .findFirst()
        .map(state -> "its server ends again and again: " + lastWords(pod));
  }

  private String lastWords(V1Pod pod) {
    return String.join(
        " | ", logs.ofFormerRun(Objects.requireNonNull(pod.getMetadata().getName()), LOG_LINES));
  }

  private static Optional<V1PodCondition> condition(V1Pod pod, String type) {
    return Optional.ofNullable(pod.getStatus())
        .map(V1PodStatus::getConditions)
        .flatMap(all -> all.stream().filter(one -> type.equals(one.getType())).findFirst());
  }

  private static List<V1ContainerStatus> statuses(V1Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .map(V1PodStatus::getContainerStatuses)
        .orElse(List.of());
  }
}
