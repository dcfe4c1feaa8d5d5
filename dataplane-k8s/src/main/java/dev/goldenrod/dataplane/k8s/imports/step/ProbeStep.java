package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.imports.StepRun;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.List;

/** Finds out whether the source can be imported, before any volume is made. */
final class ProbeStep implements Step {
  private static final List<String> RELEASES = new PostgresEngine().releases();

  private static final long GIBIBYTE = 1L << 30;

  private final ImportContext context;

  ProbeStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    context.states().begin(spec.id());
    SourceMetadata source =
        PostgresImport.probe(context.sources().login(spec.source()), expectedMajor(spec), run);
    String release = Integer.toString(source.major());
    requireKnown(release);
    requireSize(source);
    context.classes();
    context.states().save(spec.id(), source);
    return new ImportResult(release, "", 0);
  }

  /** A source says itself how large it is, and volumes are made of that size. */
  private void requireSize(SourceMetadata source) {
    long most = context.options().importLimitGib();
    if (source.sizeBytes() < 0 || source.sizeBytes() / GIBIBYTE >= most) {
      throw new DataPlaneException(
          "the source says that its database has %d bytes, and imports take less than %d GiB; raise --kube-import-limit if it has"
              .formatted(source.sizeBytes(), most));
    }
  }

  private static int expectedMajor(ImportSpec spec) {
    return spec.release().isEmpty() ? 0 : Integer.parseInt(spec.release());
  }

  private static void requireKnown(String release) {
    if (!RELEASES.contains(release)) {
      throw new DataPlaneException(
          "the source runs PostgreSQL %s, of which no image is known; those known are of %s"
              .formatted(release, String.join(", ", RELEASES)));
    }
  }
}
