package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.StepFailure;
import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is kept of an import's steps in the cluster.
 *
 * @param state what is left of the import; empty when nothing is
 * @param version what is kept of the version that it made; empty when it made none
 * @param isOther whether the sign is of another process that works on the import
 */
record SavedHistory(
    Optional<SavedState> state, Optional<StepRecord> version, Predicate<String> isOther)
    implements StepHistory {
  @Override
  public Optional<StepRecord> done(ImportPhase step) {
    return switch (step) {
      case SNAPSHOTTING -> version;
      case CLEANING -> state.isEmpty() ? version : Optional.empty();
      default -> state.flatMap(left -> left.done(step));
    };
  }

  @Override
  public Optional<StepFailure> failure(ImportPhase step) {
    return state.flatMap(left -> left.failure(step));
  }

  @Override
  public List<String> warnings() {
    return state
        .filter(left -> version.isEmpty())
        .map(SavedState::warnings)
        .or(() -> version.map(StepRecord::warnings))
        .orElse(List.of());
  }

  @Override
  public boolean isOthers() {
    return state.flatMap(SavedState::worker).filter(isOther).isPresent();
  }

  @Override
  public String keeper() {
    return "its Secret";
  }
}
