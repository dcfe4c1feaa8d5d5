package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.openapi.models.V1ContainerStateWaiting;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class PodStates {
  /** Normal reasons for a container to wait. */
  private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing");

  private static final Set<String> NO_IMAGE =
      Set.of("ErrImagePull", "ImagePullBackOff", "ErrImageNeverPull", "InvalidImageName");

  /** Set on an eviction, a drain or shutdown of the node, or a preemption. */
  private static final String DISRUPTION = "DisruptionTarget";

  /** Reasons for which a node rejects or ends a pod. */
  private static final Set<String> OF_NODE =
      Set.of(
          "NodeAffinity",
          "NodeLost",
          "NodeShutdown",
          "OutOfcpu",
          "OutOfmemory",
          "OutOfpods",
          "Shutdown",
          "Terminated",
          "UnexpectedAdmissionError");

  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

  private static final String PINNED =
      "the data was made or last served by exactly this image: push it again, or a copy with this digest, to the registry that it is pulled from; otherwise remove annotation %s from the Secret of the database and from the Secrets that new databases are made from (version-…, registered-…, blank-…) to use the configured image, whose C library may sort text in another order"
          .formatted(EngineBuild.IMAGE);

  private PodStates() {}

  /** Returns whether commands can run in the pod. */
  public static boolean isRunning(V1Pod pod) {
    return !Metadata.isBeingDeleted(pod) && containers(pod).anyMatch(PodStates::isContainerRunning);
  }

  public static boolean isContainerRunning(V1ContainerStatus container) {
    return container.getState() != null && container.getState().getRunning() != null;
  }

  /** Returns whether the readiness probe succeeds. */
  public static boolean isReady(V1Pod pod) {
    return containers(pod).anyMatch(one -> Boolean.TRUE.equals(one.getReady()));
  }

  /** Returns whether the pod was running when its node was last heard of. */
  public static boolean isLost(V1Pod pod) {
    return isReady(pod)
        && conditions(pod)
            .anyMatch(one -> "Ready".equals(one.getType()) && !"True".equals(one.getStatus()));
  }

  /** Returns the image ID of the pod's container, as its node reports it. */
  public static Optional<String> imageId(V1Pod pod) {
    return containers(pod).findFirst().map(V1ContainerStatus::getImageID);
  }

  public static boolean hasEnded(V1Pod pod) {
    return status(pod).map(V1PodStatus::getPhase).filter(ENDED::contains).isPresent();
  }

  /**
   * Returns whether the pod ended, or is about to, because of the cluster. A new pod may succeed.
   */
  public static boolean isDisrupted(V1Pod pod) {
    boolean isTold =
        conditions(pod)
            .anyMatch(one -> DISRUPTION.equals(one.getType()) && "True".equals(one.getStatus()));
    return isTold
        || Metadata.isBeingDeleted(pod)
        || status(pod).map(V1PodStatus::getReason).filter(OF_NODE::contains).isPresent();
  }

  public static boolean lacksImage(V1Pod pod) {
    return containers(pod)
        .anyMatch(
            one ->
                one.getState() != null
                    && one.getState().getWaiting() != null
                    && NO_IMAGE.contains(one.getState().getWaiting().getReason()));
  }

  /** Returns why the pod ended, or why it does not run yet if that is unusual. */
  public static Optional<String> problem(V1Pod pod) {
    return ending(pod).or(() -> waiting(pod)).or(() -> unschedulable(pod));
  }

  private static Optional<String> ending(V1Pod pod) {
    return hasEnded(pod)
        ? status(pod)
            .map(
                status ->
                    "the pod ended: "
                        + Stream.of(status.getReason(), status.getMessage(), termination(pod))
                            .filter(Objects::nonNull)
                            .collect(Collectors.joining(": ")))
        : Optional.empty();
  }

  private static @Nullable String termination(V1Pod pod) {
    return containers(pod)
        .filter(one -> one.getState() != null && one.getState().getTerminated() != null)
        .map(one -> one.getState().getTerminated())
        .map(end -> "%s, exit code %d".formatted(end.getReason(), end.getExitCode()))
        .findFirst()
        .orElse(null);
  }

  private static Optional<String> waiting(V1Pod pod) {
    return containers(pod)
        .filter(one -> one.getState() != null && one.getState().getWaiting() != null)
        .filter(one -> !USUAL.contains(one.getState().getWaiting().getReason()))
        .findFirst()
        .map(one -> waiting(one, one.getState().getWaiting()));
  }

  private static String waiting(V1ContainerStatus container, V1ContainerStateWaiting why) {
    boolean isPinned =
        NO_IMAGE.contains(why.getReason()) && EngineBuild.isByDigest(container.getImage());
    return "the container of image %s does not start: %s%s%s"
        .formatted(
            container.getImage(),
            why.getReason(),
            Optional.ofNullable(why.getMessage()).map(text -> ": " + text).orElse(""),
            isPinned ? "; " + PINNED : "");
  }

  private static Optional<String> unschedulable(V1Pod pod) {
    return conditions(pod)
        .filter(one -> "PodScheduled".equals(one.getType()))
        .filter(one -> "False".equals(one.getStatus()))
        .map(V1PodCondition::getMessage)
        .filter(Objects::nonNull)
        .findFirst()
        .map(message -> "no node takes the pod: " + message);
  }

  private static Stream<V1PodCondition> conditions(V1Pod pod) {
    return status(pod).map(V1PodStatus::getConditions).stream().flatMap(List::stream);
  }

  public static Stream<V1ContainerStatus> containers(V1Pod pod) {
    return status(pod).map(V1PodStatus::getContainerStatuses).stream().flatMap(List::stream);
  }

  private static Optional<V1PodStatus> status(V1Pod pod) {
    return Optional.ofNullable(pod.getStatus());
  }
}
