package dev.goldenrod.port;

import dev.goldenrod.Unavailable;
import java.time.Duration;

/**
 * Thrown when the connection to the store was lost during a commit, so that it is unknown whether
 * the transaction was committed. A caller must not repeat the change unless a repetition is
 * harmless.
 */
public final class StoreOutcomeUnknownException extends StoreException implements Unavailable {
  private static final long serialVersionUID = 1L;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  public StoreOutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public Duration retryAfter() {
    return RETRY_AFTER;
  }

  @Override
  public boolean isOutcomeUnknown() {
    return true;
  }
}
