package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace;
import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import java.time.Duration;
import java.util.UUID;

/** The state of imports in folders, used by one server at a time. */
final class LocalWorkspace implements ImportWorkspace {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  LocalWorkspace(ImportContext context) {
    this.context = context;
  }

  @Override
  public StepHistory history(UUID id) {
    return new StagedHistory(id, context.records(id), context.volumes());
  }

  @Override
  public void save(UUID id, ImportPhase step, StepRecord done) {
    context.records(id).save(step, done);
  }

  @Override
  public String explain(UUID id, String message) {
    return new DiskFullDetector(context, context.records(id)).explain(message);
  }

  @Override
  public void endPrograms(UUID id) {
    Processes.killAll(context.folder(id).folder(), KILL_PATIENCE);
    String staged = VolumeNames.staged(id);
    if (context.volumes().exists(staged) && !context.volumes().isDamaged(staged)) {
      Processes.killAll(context.volumes().path(staged), KILL_PATIENCE);
    }
  }
}
