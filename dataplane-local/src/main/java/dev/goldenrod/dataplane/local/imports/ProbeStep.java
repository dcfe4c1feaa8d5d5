package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;

/** Finds out whether the source can be imported, before anything is made. */
final class ProbeStep implements Step {
  private final ImportContext context;

  ProbeStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) {
    staging.removeAll();
    staging.create();
    SourceLogin login = context.login(spec.source());
    SourceMetadata source = PostgresImport.probe(login, expectedMajor(spec), report);
    context.server(source.major());
    context.tools(source.major());
    requireRoom(login, source.sizeBytes());
    staging.save(source);
    return new ImportResult(Integer.toString(source.major()), "", 0);
  }

  private static int expectedMajor(ImportSpec spec) {
    return spec.release().isEmpty() ? 0 : Integer.parseInt(spec.release());
  }

  private void requireRoom(SourceLogin login, long needed) {
    long free = context.volumes().freeBytes();
    if (free < needed) {
      throw new DataPlaneException(
          "%s holds %s, but only %s are free in %s; free some, or choose a --data-dir on a larger disk"
              .formatted(
                  login.describe(),
                  Bytes.text(needed),
                  Bytes.text(free),
                  context.volumes().description()));
    }
  }
}
