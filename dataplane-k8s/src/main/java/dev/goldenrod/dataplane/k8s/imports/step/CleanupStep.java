package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.imports.state.StepRecord;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;
import java.util.Optional;

/** Removes what the import needed on the way, and nothing else. */
final class CleanupStep implements Step {
  private static final Duration LONGEST_END = Duration.ofMinutes(10);

  private final ImportContext context;
  private final ImportRemains remains;

  CleanupStep(ImportContext context) {
    this.context = context;
    this.remains = new ImportRemains(context);
  }

  @Override
  public ImportResult run(ImportSpec spec, StepReport report) {
    remains.remove(spec.id());
    Waits.until(
        LONGEST_END,
        report::isCancelled,
        () -> remains.isThere(spec.id()) ? Optional.empty() : Optional.of(true),
        () -> "what the import needed is not deleted within " + LONGEST_END);
    return context
        .versions()
        .madeBy(spec.id())
        .flatMap(StepRecord::of)
        .map(StepRecord::result)
        .orElse(ImportResult.UNKNOWN);
  }
}
