package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.Step.InterruptedStepException;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;

/** A pod that one import starts, uses and ends. Not thread-safe. */
final class ImportPod {
  private final ImportContext context;
  private final ClusterApi cluster;
  private final String name;
  private final StepRun run;

  ImportPod(ImportContext context, String name, StepRun run) {
    this.context = context;
    this.cluster = context.cluster();
    this.name = name;
    this.run = run;
  }

  String name() {
    return name;
  }

  Optional<String> running() {
    return live().filter(PodStates::isRunning).map(Metadata::uid);
  }

  /**
   * Creates the pod unless it exists, waits until it runs, and returns its uid. A pod that ended is
   * replaced.
   *
   * @throws InterruptedStepException if the pod was deleted, or its node rejects it
   */
  String start(V1Pod desired) {
    live().filter(pod -> !isOfUse(pod)).ifPresent(pod -> end());
    String uid = Metadata.uid(cluster.pods().createIfMissing(desired));
    StartWait startWait = new StartWait(uid);
    StepPolling.until(run, startWait::running, startWait::waitReason);
    return uid;
  }

  private static boolean isOfUse(V1Pod pod) {
    return !Metadata.isBeingDeleted(pod) && !PodStates.hasEnded(pod);
  }

  void requireRunning() {
    loss()
        .ifPresent(
            loss -> {
              throw loss;
            });
  }

  /**
   * Runs work in the pod. If the pod's end caused a failure, the exception says so.
   *
   * @throws InterruptedStepException if the pod was deleted or its node evicted it
   */
  <T> T during(Supplier<T> work) {
    try {
      return work.get();
    } catch (ApiUnavailableException | DataPlaneUnreachableException | InterruptedStepException e) {
      throw e;
    } catch (DataPlaneException e) {
      if (!run.isCancelled()) {
        loss().ifPresent(loss -> raise(loss, e));
      }
      throw e;
    }
  }

  /** Runs work with sessions of a server in the pod, whose loss interrupts the step too. */
  <T> T duringSessions(Supplier<T> work) {
    try {
      return during(work);
    } catch (InterruptedStepException e) {
      throw e;
    } catch (DataPlaneException e) {
      if (Engines.importer().isLostSession(e)) {
        throw new InterruptedStepException(String.valueOf(e.getMessage()), e);
      }
      throw e;
    }
  }

  private static void raise(DataPlaneException loss, DataPlaneException reason) {
    loss.addSuppressed(reason);
    throw loss;
  }

  private Optional<DataPlaneException> loss() {
    Optional<V1Pod> pod = live();
    if (pod.isEmpty()) {
      return Optional.of(
          new InterruptedStepException(
              "pod %s was deleted while the import used it".formatted(name)));
    }
    return pod.filter(one -> !PodStates.isRunning(one)).map(this::ended);
  }

  private DataPlaneException ended(V1Pod pod) {
    String message =
        "pod %s ended while the import used it: %s"
            .formatted(name, PodStates.problem(pod).orElse("the pod is being deleted"));
    return PodStates.isDisrupted(pod)
        ? new InterruptedStepException(message)
        : new DataPlaneException(message);
  }

  /** Deletes the pod and waits until it is gone, so that all its writes are on the volume. */
  void end() {
    cluster.pods().delete(name);
    StepPolling.untilTrue(
        run,
        () -> live().isEmpty(),
        () -> "pod %s does not end; see 'kubectl describe pod %s'".formatted(name, name));
  }

  private Optional<V1Pod> live() {
    return cluster.pods().get(name);
  }

  /**
   * Waits until a new pod of an import runs. That may take a new node or a slow volume, so only a
   * missing image is a final failure.
   */
  private final class StartWait {
    /** Time for a registry to recover from a temporary failure. */
    private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(1);

    private final String uid;
    private long problemSince;

    StartWait(String uid) {
      this.uid = uid;
    }

    /** Returns the pod once it runs; throws if it was deleted or never will run. */
    Optional<V1Pod> running() {
      Optional<V1Pod> pod = cluster.pods().cache().get(name).filter(this::isSamePod);
      if (pod.isEmpty() && cluster.pods().get(name).filter(this::isSamePod).isEmpty()) {
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
}
