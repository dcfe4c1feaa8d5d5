package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.PodLogs;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1ContainerState;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Why pods and volumes do not come up, in sentences for developers. */
final class PodTroubles {
  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
  private static final Set<String> IN_ORDER = Set.of("ContainerCreating", "PodInitializing");
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
    return unreachable(pod).or(() -> unscheduled(pod)).or(() -> container(pod));
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

  private static Optional<String> unscheduled(V1Pod pod) {
    return condition(pod, "PodScheduled")
        .filter(scheduled -> "False".equals(scheduled.getStatus()))
        .map(scheduled -> "no node takes its pod: " + scheduled.getMessage());
  }

  private Optional<String> container(V1Pod pod) {
    return statuses(pod).stream().findFirst().flatMap(status -> container(pod, status));
  }

  private Optional<String> container(V1Pod pod, V1ContainerStatus status) {
    V1ContainerState state = status.getState();
    if (state == null || state.getWaiting() == null) {
      return Optional.empty();
    }
    String reason = String.valueOf(state.getWaiting().getReason());
    if (NO_IMAGE.contains(reason)) {
      return Optional.of(
          "image %s cannot be pulled: %s"
              .formatted(status.getImage(), state.getWaiting().getMessage()));
    }
    if (reason.equals(CRASH_LOOP)) {
      return Optional.of("its server ends again and again: " + lastWords(pod));
    }
    return IN_ORDER.contains(reason)
        ? Optional.empty()
        : Optional.of("%s: %s".formatted(reason, state.getWaiting().getMessage()));
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
