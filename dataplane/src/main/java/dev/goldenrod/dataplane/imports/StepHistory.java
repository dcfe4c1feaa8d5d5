package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;

/** What is kept of an import's steps, whichever process did them. */
public interface StepHistory {
  /** What was kept of the step; empty unless it is done and known to be. */
  Optional<StepRecord> done(ImportPhase step);

  /** How the step failed; empty when it did not, was begun again, or that is not kept. */
  default Optional<StepFailure> failure(ImportPhase step) {
    return Optional.empty();
  }

  /** The warnings of the steps that are done, first step first. */
  List<String> warnings();

  /** Whether another process works on the import. */
  default boolean isOthers() {
    return false;
  }

  /** What keeps the records of the steps, for people. */
  String keeper();
}
