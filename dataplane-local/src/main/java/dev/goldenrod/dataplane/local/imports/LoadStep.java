package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.engine.postgres.imports.ImportWork;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;

/** Loads the source's database into the empty cluster. */
final class LoadStep implements Step {
  private static final String BEGUN = "importing.begun";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  LoadStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) {
    beginAnew(spec, staging, report);
    SourceMetadata source = staging.metadata();
    ImportWork work = context.work(source.major(), staging, report);
    PostgresImport.load(
        context.preparation(source.major(), context.staged(spec.id()), staging, report),
        work,
        source,
        PostgresImport.dump(work, context.login(spec.source()), source));
    return new ImportResult(Integer.toString(source.major()), "", 0);
  }

  /** A load that was interrupted left a cluster that nobody can vouch for. */
  private void beginAnew(ImportSpec spec, Staging staging, StepReport report) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (staging.isMarked(BEGUN)) {
      new InitStep(context).run(spec, staging, report);
    }
    staging.mark(BEGUN);
  }
}
