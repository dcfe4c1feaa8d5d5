package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.InterruptedStepException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/**
 * Waits until a new pod of an import runs. That may take a new node or a slow volume, so only a
 * missing image is a final failure.
 */
final class PodStartWait {
  /** Time for a registry to recover from a temporary failure. */
  private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(1);

  private final ImportContext context;
  private final ClusterApi cluster;
  private final String name;
  private final String uid;
  private long problemSince;

  PodStartWait(ImportContext context, String name, String uid) {
    this.context = context;
    this.cluster = context.cluster();
    this.name = name;
    this.uid = uid;
  }

  /** Returns the pod once it runs; throws if it was deleted or never will run. */
  Optional<V1Pod> running() {
    Optional<V1Pod> pod = cluster.pods().cache().get(name).filter(this::isSamePod);
    if (pod.isEmpty() && cluster.pods().api().get(name).filter(this::isSamePod).isEmpty()) {
      throw new InterruptedStepException("pod %s was deleted before it ran".formatted(name));
    }
    pod.ifPresent(this::requireStartable);
    return pod.filter(PodStates::isRunning);
  }

  String waitReason() {
    // Throws with the name of a class that was deleted, which can provide no volume.
    context.classes();
    Optional<V1Pod> pod = cluster.pods().cache().get(name);
    String problem =
        pod.flatMap(cluster.builds()::whyNoNode)
            .or(() -> pod.flatMap(PodStates::problem))
            .orElse("pod %s does not run yet".formatted(name));
    return lastWarning().map(warning -> problem + "; " + warning).orElse(problem);
  }

  private boolean isSamePod(V1Pod pod) {
    return uid.equals(pod.getMetadata().getUid());
  }

  private void requireStartable(V1Pod pod) {
    if (PodStates.hasEnded(pod)) {
      String message = cannotRun(PodStates.problem(pod).orElse("the pod ended"));
      throw PodStates.isDisrupted(pod)
          ? new InterruptedStepException(message)
          : new DataPlaneException(message);
    }
    if (!PodStates.lacksImage(pod)) {
      problemSince = 0;
    } else if (problemSince == 0) {
      problemSince = System.nanoTime();
    } else if (System.nanoTime() - problemSince > LONGEST_PROBLEM.toNanos()) {
      throw new DataPlaneException(
          cannotRun(PodStates.problem(pod).orElse("its image is not available")));
    }
  }

  private String cannotRun(String why) {
    return "the import's pod %s cannot run: %s".formatted(name, why);
  }

  private Optional<String> lastWarning() {
    return cluster.events().listByFields("involvedObject.name=" + name).stream()
        .filter(event -> "Warning".equals(event.getType()))
        .max(Comparator.comparing(event -> event.getMetadata().getCreationTimestamp()))
        .map(event -> event.getReason() + ": " + event.getMessage());
  }
}
