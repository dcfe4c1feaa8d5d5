package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;

/** Makes an empty data directory of the source's release in a new volume. */
final class ProvisioningStep implements Step {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  ProvisioningStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    Staging staging = context.staging(spec.id());
    String name = VolumeNames.staged(spec.id());
    discard(context, name);
    ProbedSource source = staging.source();
    DataVolume volume = new DataVolume(context.volumes().create(name));
    source.initialise(context.preparation(source, volume, staging, run));
    return new ImportResult(source.release(), "", 0);
  }

  /** Removes the volume and ends the processes that use it. */
  static void discard(ImportContext context, String volume) {
    if (context.volumes().exists(volume) && !context.volumes().isDamaged(volume)) {
      Processes.killAll(context.volumes().path(volume), KILL_PATIENCE);
    }
    context.volumes().remove(volume);
  }
}
