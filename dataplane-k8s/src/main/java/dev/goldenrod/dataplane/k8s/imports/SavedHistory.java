package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.StepFailure;
import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.imports.state.ImportState;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The saved state of an import's steps.
 *
 * @param state of the unfinished import; empty when nothing is left of it
 * @param version the record of the version that the import made, if any
 * @param isOther whether a sign is that of another process that works on the import
 */
record SavedHistory(
    Optional<ImportState> state, Optional<StepRecord> version, Predicate<String> isOther)
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
        .map(ImportState::warnings)
        .or(() -> version.map(StepRecord::warnings))
        .orElse(List.of());
  }

  @Override
  public boolean isHeldByOtherProcess() {
    return state.flatMap(ImportState::worker).filter(isOther).isPresent();
  }

  @Override
  public String location() {
    return "its Secret";
  }
}
