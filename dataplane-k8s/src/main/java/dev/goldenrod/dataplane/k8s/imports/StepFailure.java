package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import java.util.Optional;

/** Why a step failed, in words for people. */
final class StepFailure {
  private static final String DISK_FULL = "No space left on device";

  private StepFailure() {}

  /** The message. */
  static String explain(Throwable failure, Optional<SavedState> state) {
    // What is no exception of ours says too little without its kind.
    String message =
        failure instanceof Error
            ? failure.toString()
            : Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    return message.contains(DISK_FULL) ? diskFull(message, state) : message;
  }

  private static String diskFull(String message, Optional<SavedState> state) {
    String size =
        state
            .flatMap(SavedState::knownSource)
            .map(source -> source.sizeBytes() + " bytes")
            .orElse("unknown size");
    return "a volume of the import is full: the source's database has %s, and the volume was made for that; the node or its storage may have less (%s)"
        .formatted(size, message);
  }
}
