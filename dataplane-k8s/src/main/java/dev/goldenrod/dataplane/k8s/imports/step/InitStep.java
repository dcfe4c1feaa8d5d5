package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.engine.postgres.ClusterSetup;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/** Makes an empty cluster of the source's major version in a new volume. */
final class InitStep implements Step {
  private final ImportContext context;

  InitStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepReport report) {
    SavedState state = context.states().require(spec.id());
    ImportPods pods = new ImportPods(context, spec.id(), report::isCancelled);
    pods.makeVolumes(state);
    pods.startLoading(state);
    int major = state.source().major();
    ClusterSetup.initialise(context.preparation(spec.id(), major, report));
    return new ImportResult(Integer.toString(major), "", 0);
  }
}
