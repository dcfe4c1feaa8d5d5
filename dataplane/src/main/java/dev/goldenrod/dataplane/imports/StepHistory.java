package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;

/** The saved results of an import's steps, whichever process ran them. */
public interface StepHistory {
  /** Returns the saved result of the step; empty if the step is not done or the result is lost. */
  Optional<StepRecord> done(ImportPhase step);

  /** Returns the saved failure of the step, unless the step was started again. */
  default Optional<StepFailure> failure(ImportPhase step) {
    return Optional.empty();
  }

  /** Returns the warnings of the steps that are done, in the order of the steps. */
  List<String> warnings();

  default boolean isHeldByOtherProcess() {
    return false;
  }

  /** Returns where the results are saved, for error messages. */
  String location();
}
