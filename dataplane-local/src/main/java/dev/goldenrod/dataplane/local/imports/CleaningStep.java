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

/** Removes the temporary files and processes of an import. */
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

  /** Completes a frozen volume, which lacks only its final name and must not be removed. */
  static boolean completeGolden(ImportContext context, UUID id) {
    return context.volumes().renameIfComplete(VolumeNames.staged(id), VolumeNames.golden(id));
  }

  /** Kills the import's processes and removes its folder and its unfinished volume. */
  void clean(UUID id, WorkFolder folder) {
    Processes.killAll(folder.folder(), KILL_PATIENCE);
    if (!completeGolden(context, id)) {
      context.preparation().discard(VolumeNames.staged(id));
    }
    folder.removeAll();
  }
}
