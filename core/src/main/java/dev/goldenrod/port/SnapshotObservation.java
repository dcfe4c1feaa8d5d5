package dev.goldenrod.port;

import java.util.Objects;

/**
 * A snapshot of a database as a data plane sees it now.
 *
 * @param sizeBytes bytes of the data as the engine sees it, once it is READY; else 0
 * @param message why it is blocked or failed; else empty
 */
public record SnapshotObservation(State state, long sizeBytes, String message) {
  /** What a data plane sees of a snapshot. */
  public enum State {
    /** Nothing of it exists. */
    ABSENT,
    /** It is being taken or removed; or it was interrupted, and needs to be ensured. */
    WORKING,
    /** It waits for something that may come right by itself; the message names it. */
    BLOCKED,
    /** Databases can be made of it. */
    READY,
    /** It cannot be taken for the reason in the message, and trying again would not help. */
    FAILED
  }

  public SnapshotObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(message);
  }

  /** Nothing of the snapshot exists. */
  public static SnapshotObservation absent() {
    return new SnapshotObservation(State.ABSENT, 0, "");
  }
}
