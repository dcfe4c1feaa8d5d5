package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.imports.state.ImportState;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.UUID;

/** Makes an empty data directory of the source's release on a new volume. */
final class ProvisioningStep implements Step {
  private final ImportContext context;

  ProvisioningStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    ImportState state = context.states().require(spec.id());
    ImportPods pods = new ImportPods(context, spec.id(), run);
    pods.makeVolumes(state);
    pods.startLoading(state);
    initialise(context, spec.id(), state, pods.loading(), run);
    return new ImportResult(state.source().release(), "", 0);
  }

  static void initialise(
      ImportContext context, UUID id, ImportState state, ImportPod pod, StepRun run) {
    PodWork work = new PodWork(context, id, pod, "init", state.source().release(), run);
    pod.during(
        () -> {
          state.source().initialise(work.preparation());
          return true;
        });
  }
}
