package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

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
    SourceMetadata source = context.states().require(spec.id()).source();
    return new ImportPod(context, spec.id(), report::isCancelled)
        .during(() -> load(spec, source, report));
  }

  private ImportResult load(ImportSpec spec, SourceMetadata source, StepReport report) {
    PostgresImport.load(
        context.preparation(spec.id(), source.major(), report),
        context.work(spec.id(), source.major(), report),
        context.sources().login(spec.source()),
        source);
    return new ImportResult(Integer.toString(source.major()), "", 0);
  }

  /** A load that was interrupted left a cluster that nobody can vouch for. */
  private void beginAnew(ImportSpec spec, StepReport report) {
    if (context.states().require(spec.id()).isMarked(BEGUN)) {
      new InitStep(context).run(spec, report);
    } else {
      new ImportPod(context, spec.id(), report::isCancelled).requireQuiet();
    }
    context.states().mark(spec.id(), BEGUN);
  }
}
