package dev.goldenrod.port;

import java.util.Objects;

/**
 * A clone as a data plane sees it now.
 *
 * @param generation the generation that the state speaks of; -1 when absent
 * @param endpoint {@code host:port}; empty until it was assigned
 * @param message why it is blocked or failed; else empty
 */
public record CloneObservation(CloneState state, int generation, String endpoint, String message) {
  public CloneObservation {
    Objects.requireNonNull(state);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }

  /** Nothing of the clone exists. */
  public static CloneObservation absent() {
    return new CloneObservation(CloneState.ABSENT, -1, "", "");
  }

  /** The clone is being made. */
  public static CloneObservation working(int generation, String endpoint) {
    return new CloneObservation(CloneState.WORKING, generation, endpoint, "");
  }

  /** The clone waits for what the message names. */
  public static CloneObservation blocked(int generation, String endpoint, String message) {
    return new CloneObservation(CloneState.BLOCKED, generation, endpoint, message);
  }

  /** The clone is in use. */
  public static CloneObservation ready(int generation, String endpoint) {
    return new CloneObservation(CloneState.READY, generation, endpoint, "");
  }

  /** The clone cannot be made. */
  public static CloneObservation failed(int generation, String endpoint, String message) {
    return new CloneObservation(CloneState.FAILED, generation, endpoint, message);
  }
}
