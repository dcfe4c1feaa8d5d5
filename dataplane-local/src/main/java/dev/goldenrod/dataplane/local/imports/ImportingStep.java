package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
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
    WorkFolder folder = context.folder(spec.id());
    beginAnew(spec, folder, run);
    ProbedSource source = context.records(spec.id()).source();
    ImportWork work = context.work(source, folder, run);
    source
        .dump(work, context.credentials(spec.source()))
        .load(context.preparation(source, context.staged(spec.id()), folder, run), work);
    return new ImportResult(source.release(), "", 0);
  }

  /** Starts over after an interruption, which leaves data in an unknown state. */
  private void beginAnew(ImportSpec spec, WorkFolder folder, StepRun run) {
    Processes.killAll(folder.folder(), KILL_PATIENCE);
    if (folder.isMarked(BEGUN)) {
      new ProvisioningStep(context).run(spec, run);
    }
    folder.mark(BEGUN);
  }
}
