package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.Optional;

/** Removes the objects of the import except the version that it made. */
final class CleaningStep implements Step {
  private final ImportContext context;
  private final ImportObjects objects;

  CleaningStep(ImportContext context) {
    this.context = context;
    this.objects = new ImportObjects(context);
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    objects.remove(spec.id());
    StepPolling.until(
        run,
        () -> objects.exist(spec.id()) ? Optional.empty() : Optional.of(true),
        () -> "the cluster has not deleted the import's objects yet");
    return context.madeBy(spec.id()).map(StepRecord::result).orElse(ImportResult.UNKNOWN);
  }
}
