package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.engine.imports.ProbeWarnings;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.util.List;

/** Checks whether the source can be imported, before any volume is made. */
final class ProbingStep implements Step {
  private static final List<String> RELEASES = Engines.of(Engines.importer().type()).releases();

  private static final long GIBIBYTE = 1L << 30;

  private final ImportContext context;

  ProbingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    if (spec.maskingRules() != null) {
      throw new DataPlaneException(MaskingTools.UNSUPPORTED);
    }
    context.states().begin(spec.id());
    ProbedSource source = probe(spec.source(), spec.release(), run);
    context.states().save(spec.id(), source);
    return new ImportResult(source.release(), "", 0);
  }

  /** Checks the source without an import. */
  SourceCheck check(SourceConnection source) {
    ProbeWarnings warnings = new ProbeWarnings();
    return probe(source, "", warnings).check(warnings.sentences());
  }

  private ProbedSource probe(SourceConnection connection, String release, StepReport report) {
    ProbedSource source =
        Engines.importer().probe(context.sources().credentials(connection), release, report);
    requireKnown(source.release());
    requireSize(source);
    context.classes();
    return source;
  }

  /** Limits the size, because volumes are made as large as the source claims to be. */
  private void requireSize(ProbedSource source) {
    long most = context.options().importLimitGib();
    if (source.sizeBytes() < 0 || source.sizeBytes() / GIBIBYTE >= most) {
      throw new DataPlaneException(
          "the source reports a database size of %d bytes, but imports must be smaller than %d GiB; raise --kube-import-limit if the size is right"
              .formatted(source.sizeBytes(), most));
    }
  }

  private static void requireKnown(String release) {
    if (!RELEASES.contains(release)) {
      throw new DataPlaneException(
          "the source runs PostgreSQL %s, for which no image is known; supported releases: %s"
              .formatted(release, String.join(", ", RELEASES)));
    }
  }
}
