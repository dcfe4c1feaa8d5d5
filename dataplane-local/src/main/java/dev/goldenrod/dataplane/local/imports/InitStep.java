package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.postgres.ClusterSetup;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;

/** Makes an empty cluster of the source's major version in a new volume. */
final class InitStep implements Step {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  InitStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) {
    String name = VolumeNames.staged(spec.id());
    discard(context, name);
    int major = staging.metadata().major();
    DataVolume volume = new DataVolume(context.volumes().create(name));
    ClusterSetup.initialise(context.preparation(major, volume, staging, report));
    return new ImportResult(Integer.toString(major), "", 0);
  }

  /** Removes the volume and ends the processes that use it. */
  static void discard(ImportContext context, String volume) {
    if (context.volumes().exists(volume) && !context.volumes().isDamaged(volume)) {
      Processes.killAll(context.volumes().path(volume), KILL_PATIENCE);
    }
    context.volumes().remove(volume);
  }
}
