package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.process.Processes;
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
    Staging staging = context.staging(spec.id());
    clean(spec.id(), staging);
    return context.volumes().exists(VolumeNames.golden(spec.id()))
        ? SnapshottingStep.record(context.volumes(), spec.id()).result()
        : ImportResult.UNKNOWN;
  }

  /** A frozen volume is a golden that lacks its name alone, and is no remains of an import. */
  static boolean finish(ImportContext context, UUID id) {
    return context.volumes().finish(VolumeNames.staged(id), VolumeNames.golden(id));
  }

  /** Ends the import's processes and removes its staging folder and unfinished volume. */
  void clean(UUID id, Staging staging) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (!finish(context, id)) {
      ProvisioningStep.discard(context, VolumeNames.staged(id));
    }
    staging.removeAll();
  }
}
