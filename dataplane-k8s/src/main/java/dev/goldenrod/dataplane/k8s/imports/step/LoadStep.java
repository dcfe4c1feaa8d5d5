package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport.Dumped;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.UUID;

/** Loads the source's database into the empty cluster. */
final class LoadStep implements Step {
  private static final String BEGUN = "importing.begun";

  private final ImportContext context;

  LoadStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepReport report) {
    beginAnew(spec, report);
    SavedState state = context.states().require(spec.id());
    ImportPods pods = new ImportPods(context, spec.id(), report::isCancelled);
    pods.loading().end();
    Dumped dumped = dump(spec, pods.startDumping(state, spec.source()), state.source(), report);
    ImportPod pod = pods.startLoading(state);
    return pod.during(() -> load(spec.id(), pod, state.source(), dumped, report));
  }

  private Dumped dump(ImportSpec spec, ImportPod pod, SourceMetadata source, StepReport report) {
    Dumped dumped =
        pod.during(
            () ->
                PostgresImport.dump(
                    context.work(pod.name(), source.major(), report),
                    context.sources().login(spec.source()),
                    source));
    pod.end();
    return dumped;
  }

  private ImportResult load(
      UUID id, ImportPod pod, SourceMetadata source, Dumped dumped, StepReport report) {
    PostgresImport.load(
        context.preparation(id, source.major(), report),
        context.work(pod.name(), source.major(), report),
        source,
        dumped);
    return new ImportResult(Integer.toString(source.major()), "", 0);
  }

  /** A load that was interrupted left a cluster that nobody can vouch for. */
  private void beginAnew(ImportSpec spec, StepReport report) {
    if (context.states().require(spec.id()).isMarked(BEGUN)) {
      new InitStep(context).run(spec, report);
    }
    context.states().mark(spec.id(), BEGUN);
  }
}
