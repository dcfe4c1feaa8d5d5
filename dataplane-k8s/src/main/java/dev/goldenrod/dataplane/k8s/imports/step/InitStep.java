package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.engine.postgres.ClusterSetup;
import dev.goldenrod.engine.postgres.imports.StepRun;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.UUID;

/** Makes an empty cluster of the source's major version in a new volume. */
final class InitStep implements Step {
  private final ImportContext context;

  InitStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    SavedState state = context.states().require(spec.id());
    ImportPods pods = new ImportPods(context, spec.id(), run);
    pods.makeVolumes(state);
    pods.startLoading(state);
    initialise(context, spec.id(), state, pods.loading(), run);
    return new ImportResult(Integer.toString(state.source().major()), "", 0);
  }

  /** Makes the cluster on the new volume of the pod that loads. */
  static void initialise(
      ImportContext context, UUID id, SavedState state, ImportPod pod, StepRun run) {
    PodWork work = new PodWork(context, id, pod, "init", state.source().major(), run);
    pod.during(
        () -> {
          ClusterSetup.initialise(work.cluster());
          return true;
        });
  }
}
