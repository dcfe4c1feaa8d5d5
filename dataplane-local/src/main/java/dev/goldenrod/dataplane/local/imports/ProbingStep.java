package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.engine.imports.Importer;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.SourceCredentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/** Checks that the source can be imported, before anything is created. */
final class ProbingStep implements Step {
  private static final Importer IMPORTER = Engines.importer();

  private final ImportContext context;

  ProbingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    folder.removeAll();
    folder.create();
    SourceCredentials credentials = context.credentials(spec.source());
    ProbedSource source = IMPORTER.probe(credentials, spec.release(), run);
    context.requireServer(source.release());
    context.tools(source.release());
    requireRoom(credentials, source.sizeBytes());
    context.records(spec.id()).save(source);
    return new ImportResult(source.release(), "", 0);
  }

  private void requireRoom(SourceCredentials credentials, long needed) {
    long free = context.volumes().freeBytes();
    if (free < needed) {
      throw new DataPlaneException(
          "%s has %s of data, but only %s are free in %s; free up space, or choose a --data-dir on a larger disk"
              .formatted(
                  IMPORTER.describe(credentials),
                  ByteSize.format(needed),
                  ByteSize.format(free),
                  context.volumes().description()));
    }
  }
}
