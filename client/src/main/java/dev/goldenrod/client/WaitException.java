package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** Thrown when a wait fails, because the resource failed or the time is up. */
public final class WaitException extends ClientException {
  private static final long serialVersionUID = 1L;

  private final boolean isTimeout;

  WaitException(String message) {
    super(message);
    this.isTimeout = false;
  }

  /** Creates a timeout; {@code last} is the failure of the last request, null if it succeeded. */
  WaitException(String message, @Nullable ClientException last) {
    super(message, last);
    this.isTimeout = true;
  }

  /** Returns whether the time was up; the resource may still reach the state. */
  public boolean isTimeout() {
    return isTimeout;
  }
}
