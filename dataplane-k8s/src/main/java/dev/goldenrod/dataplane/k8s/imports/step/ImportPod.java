package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A pod of an import. */
final class ImportPod {
  private static final Duration LONGEST_START = Duration.ofMinutes(10);
  private static final Duration LONGEST_END = Duration.ofMinutes(5);

  /** How long a problem may last that often passes by itself. */
  private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(1);

  private final ImportContext context;
  private final ClusterApi cluster;
  private final String name;
  private final BooleanSupplier cancelled;

  ImportPod(ImportContext context, String name, BooleanSupplier cancelled) {
    this.context = context;
    this.cluster = context.cluster();
    this.name = name;
    this.cancelled = cancelled;
  }

  String name() {
    return name;
  }

  /**
   * Makes the pod, and waits until it runs.
   *
   * @throws DataPlaneException when it does not; the message says why
   */
  void start(V1Pod desired) {
    V1Pod pod = cluster.pods().api().createIfMissing(desired);
    awaitRunning(Objects.requireNonNull(pod.getMetadata().getUid()));
  }

  /**
   * Ensures that the pod still runs, and ends what an interrupted step left running in it.
   *
   * @throws DataPlaneException when it does not
   */
  void requireQuiet() {
    Optional<V1Pod> pod = cluster.pods().api().get(name);
    if (pod.filter(PodStates::isRunning).isEmpty()) {
      throw new DataPlaneException(
          "pod %s does not run any more%s; start the import again"
              .formatted(
                  name, pod.flatMap(PodStates::problem).map(why -> " (" + why + ")").orElse("")));
    }
    context.pod(name).tools(cancelled).endAll();
  }

  /**
   * Does the work in the pod, and says so when it was the pod's end that ended it.
   *
   * @throws DataPlaneException as the work does
   */
  <T> T during(Supplier<T> work) {
    try {
      return work.get();
    } catch (DataPlaneException e) {
      if (cancelled.getAsBoolean()) {
        throw e;
      }
      throw loss()
          .map(loss -> new DataPlaneException(loss + " (" + e.getMessage() + ")", e))
          .orElse(e);
    }
  }

  private Optional<String> loss() {
    Optional<V1Pod> pod = cluster.pods().api().get(name);
    if (pod.isEmpty()) {
      return Optional.of("pod %s was deleted while the import worked in it".formatted(name));
    }
    return pod.filter(one -> !PodStates.isRunning(one))
        .map(PodStates::problem)
        .map(
            problem ->
                "pod %s ended while the import worked in it: %s"
                    .formatted(name, problem.orElse("it is being deleted")));
  }

  /** Removes the pod and waits until it is gone: all it wrote is in the volume then. */
  void end() {
    cluster.pods().api().delete(name);
    Waits.until(
        LONGEST_END,
        cancelled,
        () -> gone(cluster.pods().api().get(name).isEmpty()),
        () -> "pod %s does not end; see 'kubectl describe pod %s'".formatted(name, name));
  }

  private void awaitRunning(String uid) {
    Patience patience = new Patience(uid);
    Waits.until(
        LONGEST_START,
        cancelled,
        () -> {
          Optional<V1Pod> pod = cluster.pods().cache().get(name).filter(one -> has(uid, one));
          pod.ifPresentOrElse(patience::look, patience::miss);
          return pod.filter(PodStates::isRunning);
        },
        () -> "the import's pod did not run within %s: %s".formatted(LONGEST_START, lastWarning()));
  }

  /** Why a pod finds no node, an event of its volume's claim may tell. */
  private String explained(V1Pod pod, String problem) {
    return PodStates.hasNode(pod) ? problem : problem + "; " + lastWarning();
  }

  private String lastWarning() {
    return cluster.events().listByFields("involvedObject.name=" + name).stream()
        .filter(event -> "Warning".equals(event.getType()))
        .max(Comparator.comparing(event -> event.getMetadata().getCreationTimestamp()))
        .map(event -> event.getReason() + ": " + event.getMessage())
        .orElse("the cluster says nothing of why");
  }

  private static boolean has(String uid, V1Pod pod) {
    return uid.equals(pod.getMetadata().getUid());
  }

  private static Optional<Boolean> gone(boolean is) {
    return is ? Optional.of(true) : Optional.empty();
  }

  /** Gives up when a pod has ended or gone, or a problem lasts. */
  private final class Patience {
    private final String uid;
    private long problemSince;

    Patience(String uid) {
      this.uid = uid;
    }

    /** The cache may not have it yet, or no more. */
    void miss() {
      if (cluster.pods().api().get(name).filter(one -> has(uid, one)).isEmpty()) {
        throw new DataPlaneException("pod %s was deleted before it ran".formatted(name));
      }
    }

    void look(V1Pod pod) {
      Optional<String> problem = PodStates.problem(pod);
      if (problem.isEmpty()) {
        problemSince = 0;
        return;
      }
      if (problemSince == 0) {
        problemSince = System.nanoTime();
      }
      if (PodStates.hasEnded(pod) || System.nanoTime() - problemSince > LONGEST_PROBLEM.toNanos()) {
        throw new DataPlaneException(
            "the import's pod %s cannot run: %s".formatted(name, explained(pod, problem.get())));
      }
    }
  }
}
