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

/** A pod of an import. */
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

  /** The uid of the pod if it runs. */
  Optional<String> running() {
    return live().filter(PodStates::isRunning).map(ImportPod::uid);
  }

  /**
   * Makes the pod unless it is there, and waits until it runs; one that ended is made anew.
   *
   * @return its uid
   * @throws InterruptedStepException when it was deleted, or its node takes it no more
   * @throws DataPlaneException when it cannot run; the message says why
   */
  String start(V1Pod desired) {
    live().filter(pod -> !isOfUse(pod)).ifPresent(pod -> end());
    String uid = uid(cluster.pods().api().createIfMissing(desired));
    PodPatience patience = new PodPatience(context, name, uid);
    Waits.until(run, patience::running, patience::waitsFor);
    return uid;
  }

  private static boolean isOfUse(V1Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null && !PodStates.hasEnded(pod);
  }

  /**
   * Ensures that the pod runs, as far as is known.
   *
   * @throws DataPlaneException as {@link #during} does when the pod has ended
   */
  void requireRunning() {
    loss()
        .ifPresent(
            loss -> {
              throw loss;
            });
  }

  /**
   * Does the work in the pod, and says so when it was the pod's end that ended it.
   *
   * @throws InterruptedStepException when the pod was deleted or its node gave it up
   * @throws DataPlaneException as the work does
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

  /**
   * The same for work that has sessions of a server in the pod.
   *
   * @throws InterruptedStepException also when a session broke
   */
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
              "pod %s was deleted while the import worked in it".formatted(name)));
    }
    return pod.filter(one -> !PodStates.isRunning(one)).map(this::ended);
  }

  private DataPlaneException ended(V1Pod pod) {
    String message =
        "pod %s ended while the import worked in it: %s"
            .formatted(name, PodStates.problem(pod).orElse("it is being deleted"));
    return PodStates.isDisrupted(pod)
        ? new InterruptedStepException(message)
        : new DataPlaneException(message);
  }

  /** Removes the pod and waits until it is gone: all it wrote is in the volume then. */
  void end() {
    cluster.pods().api().delete(name);
    Waits.until(
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
