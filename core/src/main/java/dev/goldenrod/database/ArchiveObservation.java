package dev.goldenrod.database;

import java.util.Locale;
import java.util.Objects;

/**
 * An archive that is brought in, as a data plane sees it now.
 *
 * @param receivedBytes how many bytes of it are there; 0 once its volume is
 * @param handle the volume that was made of it, once it is READY; else empty
 * @param sizeBytes bytes of that volume as the engine sees it; else 0
 * @param message why it failed, what it waits for, or what is to be known of the volume; may be
 *     empty
 */
public record ArchiveObservation(
    State state, long receivedBytes, String handle, long sizeBytes, String message) {
  /** What a data plane sees of an archive. */
  public enum State {
    /** It is being received; nothing of it may be there yet. */
    RECEIVING,
    /** Its volume is being made. */
    UNPACKING,
    /** There is a volume of it. */
    READY,
    /** No volume could be made for the reason in the message. */
    FAILED;

    /** The name in the API, as in {@code ready}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ArchiveObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(message);
  }

  /** One that has so many bytes so far. */
  public static ArchiveObservation receiving(long bytes) {
    return new ArchiveObservation(State.RECEIVING, bytes, "", 0, "");
  }

  /** One whose volume is being made. */
  public static ArchiveObservation unpacking(long bytes) {
    return unpacking(bytes, "");
  }

  /** The same, which waits for what the message says. */
  public static ArchiveObservation unpacking(long bytes, String message) {
    return new ArchiveObservation(State.UNPACKING, bytes, "", 0, message);
  }

  /** One whose volume is there. */
  public static ArchiveObservation ready(String handle, long sizeBytes, String message) {
    return new ArchiveObservation(State.READY, 0, handle, sizeBytes, message);
  }

  /** One of which no volume could be made. */
  public static ArchiveObservation failed(long bytes, String message) {
    return new ArchiveObservation(State.FAILED, bytes, "", 0, message);
  }
}
