package dev.goldenrod;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The deletion of what is kept for a while longer, and can be restored meanwhile.
 *
 * @param by the member who deleted it
 * @param until when it is removed for good
 */
public record Deletion(Instant at, UUID by, Instant until) {
  public Deletion {
    Objects.requireNonNull(at);
    Objects.requireNonNull(by);
    Objects.requireNonNull(until);
  }

  /** Whether it is to be removed for good at that time. */
  public boolean isOver(Instant now) {
    return !now.isBefore(until);
  }
}
