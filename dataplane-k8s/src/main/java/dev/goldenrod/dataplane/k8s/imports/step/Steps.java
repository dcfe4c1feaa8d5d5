package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.imports.ImportPhase;
import java.util.Map;
import java.util.Optional;

/** The work of all phases. Thread-safe. */
public final class Steps {
  private final Map<ImportPhase, Step> steps;

  public Steps(ImportContext context) {
    this.steps =
        Map.of(
            ImportPhase.PROBING, new ProbingStep(context),
            ImportPhase.PROVISIONING, new ProvisioningStep(context),
            ImportPhase.IMPORTING, new ImportingStep(context),
            ImportPhase.SNAPSHOTTING, new SnapshottingStep(context),
            ImportPhase.CLEANING, new CleaningStep(context));
  }

  /**
   * The work of that phase.
   *
   * @throws IllegalArgumentException when it is none of a data plane's
   */
  public Step of(ImportPhase phase) {
    return Optional.ofNullable(steps.get(phase))
        .orElseThrow(() -> new IllegalArgumentException(phase + " is no step of a data plane"));
  }
}
