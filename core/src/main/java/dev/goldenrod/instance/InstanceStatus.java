package dev.goldenrod.instance;

import java.util.Objects;

/**
 * The present state of an instance.
 *
 * @param endpoint {@code host:port}; empty until the data plane assigned one
 * @param message why it waits or failed, or that its login no longer works; may be empty
 */
public record InstanceStatus(InstancePhase phase, String endpoint, String message) {
  public InstanceStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }
}
