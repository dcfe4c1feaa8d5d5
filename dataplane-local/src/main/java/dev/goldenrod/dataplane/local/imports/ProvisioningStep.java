package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/** Creates an empty data directory of the source's release in a new volume. */
final class ProvisioningStep implements Step {
  private final ImportContext context;

  ProvisioningStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    String name = VolumeNames.staged(spec.id());
    context.preparation().discard(name);
    ProbedSource source = context.records(spec.id()).source();
    DataVolume volume = new DataVolume(context.volumes().create(name));
    source.initialise(context.preparation(source, volume, folder, run));
    return new ImportResult(source.release(), "", 0);
  }
}
