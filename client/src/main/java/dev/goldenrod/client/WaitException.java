package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** What was waited for did not come: it failed, or the time is up. */
public final class WaitException extends ClientException {
  private static final long serialVersionUID = 1L;

  private final boolean isTimeout;

  WaitException(String message) {
    super(message);
    this.isTimeout = false;
  }

  /**
   * The time is up.
   *
   * @param last why the last request got no answer; null when it got one
   */
  WaitException(String message, @Nullable ClientException last) {
    super(message, last);
    this.isTimeout = true;
  }

  /** Whether it may still come. */
  public boolean isTimeout() {
    return isTimeout;
  }
}
