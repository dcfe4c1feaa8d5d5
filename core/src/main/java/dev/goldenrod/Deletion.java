package dev.goldenrod;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The deletion of a resource that is retained for some time and can be restored until then.
 *
 * @param by the member who deleted it
 * @param until when the resource is removed for good
 */
public record Deletion(Instant at, UUID by, Instant until) {
  public Deletion {
    Objects.requireNonNull(at);
    Objects.requireNonNull(by);
    Objects.requireNonNull(until);
  }

  /** Returns whether the retention has ended, so that the resource is to be removed for good. */
  public boolean isOver(Instant now) {
    return !now.isBefore(until);
  }
}
