package dev.goldenrod;

import java.time.Duration;

/**
 * Implemented by exceptions that say that something an answer needs is away for now, so that the
 * same request may succeed later. Nothing was changed, unless {@link #isOutcomeUnknown}.
 */
public interface Unavailable {
  /** The shortest time to wait before the next request. */
  Duration retryAfter();

  /** Whether the change that was under way may have been made all the same. */
  default boolean isOutcomeUnknown() {
    return false;
  }
}
