package dev.goldenrod;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a resource did not reach the phase that a program waited for. The resource itself is
 * not changed by the wait.
 */
public final class AwaitFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String phase;
  private final String lastMessage;

  private AwaitFailedException(
      String message, String phase, String lastMessage, @Nullable Throwable cause) {
    super(message, cause);
    this.phase = phase;
    this.lastMessage = lastMessage;
  }

  /**
   * Returns the exception for a resource that can no longer reach the phase, because it reached
   * another one.
   *
   * @param resource the resource, as in {@code instance 4711}
   * @param wanted the phase that was waited for, as the API names it
   */
  public static AwaitFailedException otherwise(
      String resource, String wanted, String phase, String lastMessage) {
    String message = "%s is %s, not %s".formatted(resource, phase, wanted);
    return new AwaitFailedException(message + reason(lastMessage), phase, lastMessage, null);
  }

  /** Returns the exception for a resource that did not reach the phase in time. */
  public static AwaitFailedException late(
      String resource, String wanted, Duration atMost, String phase, String lastMessage) {
    String message =
        "%s is still %s and not %s after %s".formatted(resource, phase, wanted, atMost);
    return new AwaitFailedException(message + reason(lastMessage), phase, lastMessage, null);
  }

  /** Returns the exception for an interrupted wait, and sets the thread's interrupt flag again. */
  public static AwaitFailedException interrupted(String resource, InterruptedException cause) {
    return new AwaitFailedException("interrupted while waiting for " + resource, "", "", cause);
  }

  private static String reason(String lastMessage) {
    return lastMessage.isEmpty() ? "" : ": " + lastMessage;
  }

  /** Returns the resource's last known phase, as the API names it; empty when none was seen. */
  public String phase() {
    return phase;
  }

  /** Returns the resource's last message, which says why it waits or failed; empty for none. */
  public String lastMessage() {
    return lastMessage;
  }
}
