package dev.goldenrod.database;

import java.util.Locale;
import java.util.Objects;

/**
 * The present state of an archive that is being imported, as a data plane reports it.
 *
 * @param receivedBytes bytes received so far; 0 when READY
 * @param handle the volume made from the archive when READY; else empty
 * @param sizeBytes bytes of that volume as the engine sees it when READY; else 0
 * @param message why it failed, what it waits for, or a remark on the volume; may be empty
 */
public record ArchiveObservation(
    State state, long receivedBytes, String handle, long sizeBytes, String message) {
  /** The states of an archive. */
  public enum State {
    /** The archive is being received; no bytes may have arrived yet. */
    RECEIVING,
    /** The volume is being made from the archive. */
    UNPACKING,
    /** The volume exists. */
    READY,
    /** No volume could be made; the message says why. */
    FAILED;

    /** Returns the name in the API, as in {@code ready}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ArchiveObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(message);
  }

  /** Returns the observation of an archive of which the given number of bytes has arrived. */
  public static ArchiveObservation receiving(long bytes) {
    return new ArchiveObservation(State.RECEIVING, bytes, "", 0, "");
  }

  /** Returns the observation of an archive whose volume is being made. */
  public static ArchiveObservation unpacking(long bytes) {
    return unpacking(bytes, "");
  }

  /** Returns the observation of an archive whose volume waits for what the message says. */
  public static ArchiveObservation unpacking(long bytes, String message) {
    return new ArchiveObservation(State.UNPACKING, bytes, "", 0, message);
  }

  /** Returns the observation of an archive whose volume exists. */
  public static ArchiveObservation ready(String handle, long sizeBytes, String message) {
    return new ArchiveObservation(State.READY, 0, handle, sizeBytes, message);
  }

  /** Returns the observation of an archive from which no volume could be made. */
  public static ArchiveObservation failed(long bytes, String message) {
    return new ArchiveObservation(State.FAILED, bytes, "", 0, message);
  }
}
