package dev.goldenrod.instance;

import java.util.Objects;

/**
 * The present state of an instance.
 *
 * @param endpoint {@code host:port}; empty until the data plane assigned one
 * @param message why it waits or failed, or that its login no longer works; may be empty
 * @param readyGeneration the clone generation that was ready last; {@link #NEVER_READY} for none
 */
public record InstanceStatus(
    InstancePhase phase, String endpoint, String message, int readyGeneration) {
  /** The ready generation of an instance that was never ready. */
  public static final int NEVER_READY = -1;

  public InstanceStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }
}
