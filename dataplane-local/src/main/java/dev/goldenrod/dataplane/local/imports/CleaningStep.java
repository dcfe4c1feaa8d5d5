package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;
import java.util.UUID;

/** Removes what the import needed on the way, and nothing else. */
final class CleaningStep implements Step {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  CleaningStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    clean(spec.id(), folder);
    return context.volumes().exists(VolumeNames.golden(spec.id()))
        ? SnapshottingStep.record(context.volumes(), spec.id()).result()
        : ImportResult.UNKNOWN;
  }

  /** A frozen volume is a golden that lacks its name alone, and is no remains of an import. */
  static boolean finish(ImportContext context, UUID id) {
    return context.volumes().finish(VolumeNames.staged(id), VolumeNames.golden(id));
  }

  /** Ends the import's processes and removes its folder and its unfinished volume. */
  void clean(UUID id, WorkFolder folder) {
    Processes.killAll(folder.folder(), KILL_PATIENCE);
    if (!finish(context, id)) {
      context.preparation().discard(VolumeNames.staged(id));
    }
    folder.removeAll();
  }
}
