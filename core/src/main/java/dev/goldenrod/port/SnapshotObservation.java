package dev.goldenrod.port;

import java.util.Objects;

/**
 * The present state of a snapshot, as a data plane reports it.
 *
 * @param sizeBytes bytes of the data as the engine sees it when READY; else 0
 * @param message why it is blocked or failed; else empty
 */
public record SnapshotObservation(State state, long sizeBytes, String message) {
  /** The states of a snapshot in a data plane. */
  public enum State {
    ABSENT,
    /** Work is in progress, or was interrupted so that {@code ensure} must be called again. */
    WORKING,
    /** The snapshot waits for a condition that may resolve itself; the message names it. */
    BLOCKED,
    READY,
    /** The snapshot cannot be taken, for the reason in the message; retrying would not help. */
    FAILED
  }

  public SnapshotObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(message);
  }

  /** Returns the observation of a snapshot that does not exist. */
  public static SnapshotObservation absent() {
    return new SnapshotObservation(State.ABSENT, 0, "");
  }
}
