package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/** Messages for developers of why pods and volumes do not come up. */
final class PodProblems {
  private static final String CRASH_LOOP = "CrashLoopBackOff";
  private static final int LOG_LINES = 5;

  private final ClusterApi cluster;

  PodProblems(ClusterApi cluster) {
    this.cluster = cluster;
  }

  /** Returns why the pod does not run; empty if nothing is wrong with it. */
  Optional<String> of(V1Pod pod) {
    return unreachable(pod)
        .or(() -> crashLoop(pod))
        .or(() -> terminated(pod))
        .or(() -> cluster.builds().whyNoNode(pod))
        .or(() -> PodStates.problem(pod));
  }

  /** Returns why the claim's volume is not made; empty if it is, or no reason is known. */
  Optional<String> ofVolume(String claim) {
    return cluster
        .claims()
        .cache()
        .get(claim)
        .map(V1PersistentVolumeClaim::getStatus)
        .filter(status -> "Pending".equals(status.getPhase()))
        .flatMap(pending -> warning(claim))
        .map(
            warning ->
                "the database's volume, PersistentVolumeClaim %s, is not created yet: %s"
                    .formatted(claim, warning));
  }

  Optional<String> warning(String object) {
    return cluster.events().listByFields("involvedObject.name=" + object + ",type=Warning").stream()
        .max(Comparator.comparing(PodProblems::time))
        .map(event -> "%s: %s".formatted(event.getReason(), event.getMessage()));
  }

  private static OffsetDateTime time(CoreV1Event event) {
    return Optional.ofNullable(event.getLastTimestamp())
        .or(() -> Optional.ofNullable(event.getEventTime()))
        .orElse(OffsetDateTime.MIN);
  }

  /** Returns the last log lines of the pod's server, if it ended. */
  Optional<String> ending(V1Pod pod) {
    return PodStates.containers(pod)
        .filter(status -> status.getRestartCount() > 0 || !PodStates.isContainerRunning(status))
        .findFirst()
        .map(status -> "the database server ended: " + lastLogLines(pod));
  }

  private static Optional<String> unreachable(V1Pod pod) {
    return PodStates.isLost(pod)
        ? Optional.of(
            "node %1$s does not answer; the database continues when the node answers again, or moves to another node once this one is removed ('kubectl delete node %1$s') or, if it is really off, marked as out of service ('kubectl taint node %1$s node.kubernetes.io/out-of-service=nodeshutdown:NoExecute')"
                .formatted(Objects.requireNonNull(pod.getSpec()).getNodeName()))
        : Optional.empty();
  }

  private Optional<String> crashLoop(V1Pod pod) {
    return PodStates.containers(pod)
        .map(V1ContainerStatus::getState)
        .filter(state -> state != null && state.getWaiting() != null)
        .filter(state -> CRASH_LOOP.equals(state.getWaiting().getReason()))
        .findFirst()
        .map(state -> "the database server ended repeatedly: " + lastLogLines(pod));
  }

  private Optional<String> terminated(V1Pod pod) {
    return PodStates.containers(pod)
            .map(V1ContainerStatus::getState)
            .anyMatch(state -> state != null && state.getTerminated() != null)
        ? ending(pod)
        : Optional.empty();
  }

  private String lastLogLines(V1Pod pod) {
    boolean runsAgain = PodStates.containers(pod).anyMatch(PodStates::isContainerRunning);
    String name = Metadata.name(pod);
    return String.join(" | ", cluster.logOfEndedRun(name, runsAgain, LOG_LINES));
  }
}
