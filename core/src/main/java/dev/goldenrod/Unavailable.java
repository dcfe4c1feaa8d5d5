package dev.goldenrod;

import java.time.Duration;

/**
 * Implemented by exceptions which say that something needed for the response is temporarily
 * unavailable, so that the same request may succeed later. Nothing was changed, unless {@link
 * #isOutcomeUnknown}.
 */
public interface Unavailable {
  /** Returns the minimum time to wait before the next attempt. */
  Duration retryAfter();

  /** Returns whether the change that was in progress may have been made nevertheless. */
  default boolean isOutcomeUnknown() {
    return false;
  }
}
