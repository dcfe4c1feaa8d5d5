package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;

/** Loads the source's database into the empty data directory. */
final class ImportingStep implements Step {
  private static final String BEGUN = "importing.begun";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  ImportingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    Staging staging = context.staging(spec.id());
    beginAnew(spec, staging, run);
    ProbedSource source = staging.source();
    ImportWork work = context.work(source, staging, run);
    source
        .dump(work, context.credentials(spec.source()))
        .load(context.preparation(source, context.staged(spec.id()), staging, run), work);
    return new ImportResult(source.release(), "", 0);
  }

  /** A load that was interrupted left data of which nothing is known for sure. */
  private void beginAnew(ImportSpec spec, Staging staging, StepRun run) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (staging.isMarked(BEGUN)) {
      new ProvisioningStep(context).run(spec, run);
    }
    staging.mark(BEGUN);
  }
}
