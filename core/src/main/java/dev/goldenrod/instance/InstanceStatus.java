package dev.goldenrod.instance;

import java.util.Objects;

/**
 * Where an instance stands.
 *
 * @param endpoint {@code host:port}; empty until the data plane gave it one
 * @param message why it waits or failed, or that its login no longer works; empty when there is
 *     nothing to say
 */
public record InstanceStatus(InstancePhase phase, String endpoint, String message) {
  public InstanceStatus {
    Objects.requireNonNull(phase);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(message);
  }
}
