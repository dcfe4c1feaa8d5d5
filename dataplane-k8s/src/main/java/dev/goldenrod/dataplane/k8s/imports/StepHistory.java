package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.StepRecord;
import dev.goldenrod.dataplane.k8s.imports.step.ImportContext;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is known in the cluster of an import's steps, whichever process did them.
 *
 * @param state what is left of the import; empty when nothing is
 * @param version what is kept of the version that it made; empty when it made none
 */
record StepHistory(Optional<SavedState> state, Optional<StepRecord> version) {
  /** What is known now. */
  static StepHistory read(ImportContext context, UUID id) {
    Optional<SavedState> state = context.states().find(id);
    return new StepHistory(state, context.versions().madeBy(id).flatMap(StepRecord::of));
  }

  /** What was kept of the step; empty unless it is done and known to be. */
  Optional<StepRecord> done(ImportPhase step) {
    return switch (step) {
      case SNAPSHOTTING -> version;
      case CLEANING -> state.isEmpty() ? version : Optional.empty();
      default -> state.flatMap(left -> left.done(step));
    };
  }

  /** How the step failed; empty when it did not, or was begun again. */
  Optional<SavedState.Failure> failure(ImportPhase step) {
    return state.flatMap(left -> left.failure(step));
  }

  /** The warnings of the steps that are done. */
  List<String> warnings() {
    return state
        .filter(left -> version.isEmpty())
        .map(SavedState::warnings)
        .or(() -> version.map(StepRecord::warnings))
        .orElse(List.of());
  }

  /** What the process that works on the import, or did, last said of itself. */
  Optional<String> worker() {
    return state.flatMap(SavedState::worker);
  }

  /** What was done once and is not known any more fails the import, which would ask for ever. */
  Optional<String> obstacle(UUID id, ImportPhase step) {
    if (step == ImportPhase.PROBING || step == ImportPhase.CLEANING) {
      return Optional.empty();
    }
    ImportPhase before = ImportPhase.values()[step.ordinal() - 1];
    return done(before).isPresent()
        ? Optional.empty()
        : Optional.of(
            "import %s was asked for %s before %s was done, or its Secret is gone or damaged; start the import again"
                .formatted(id, step.wireName(), before.wireName()));
  }
}
