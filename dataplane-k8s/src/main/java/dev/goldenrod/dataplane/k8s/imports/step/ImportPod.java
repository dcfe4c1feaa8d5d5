package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.InterruptedStepException;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

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
    return live().filter(PodStates::isRunning).map(ImportPod::uid);
  }

  /**
   * Creates the pod unless it exists, waits until it runs, and returns its uid. A pod that ended is
   * replaced.
   *
   * @throws InterruptedStepException if the pod was deleted, or its node rejects it
   */
  String start(V1Pod desired) {
    live().filter(pod -> !isOfUse(pod)).ifPresent(pod -> end());
    String uid = uid(cluster.pods().api().createIfMissing(desired));
    PodStartWait startWait = new PodStartWait(context, name, uid);
    StepPolling.until(run, startWait::running, startWait::waitReason);
    return uid;
  }

  private static boolean isOfUse(V1Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null && !PodStates.hasEnded(pod);
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
    cluster.pods().api().delete(name);
    StepPolling.until(
        run,
        () -> live().isEmpty() ? Optional.of(true) : Optional.empty(),
        () -> "pod %s does not end; see 'kubectl describe pod %s'".formatted(name, name));
  }

  private Optional<V1Pod> live() {
    return cluster.pods().api().get(name);
  }

  private static String uid(V1Pod pod) {
    return Objects.requireNonNull(pod.getMetadata().getUid());
  }
}
