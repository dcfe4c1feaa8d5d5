package dev.goldenrod.port;

import dev.goldenrod.Unavailable;
import java.time.Duration;

/** Thrown when the store cannot be used at present. Nothing was changed; a retry may succeed. */
public final class StoreUnavailableException extends StoreException implements Unavailable {
  private static final long serialVersionUID = 1L;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  public StoreUnavailableException(String message) {
    super(message);
  }

  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public Duration retryAfter() {
    return RETRY_AFTER;
  }
}
