package dev.goldenrod;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a program waited for did not come about. What it waited for was not changed by waiting. */
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
   * It will not come about: the resource went another way.
   *
   * @param resource as in {@code instance 4711}
   * @param wanted the phase that was waited for, as the API names it
   */
  public static AwaitFailedException otherwise(
      String resource, String wanted, String phase, String lastMessage) {
    String message = "%s is %s, not %s".formatted(resource, phase, wanted);
    return new AwaitFailedException(message + reason(lastMessage), phase, lastMessage, null);
  }

  /** The time was up before it came about. */
  public static AwaitFailedException late(
      String resource, String wanted, Duration atMost, String phase, String lastMessage) {
    String message =
        "%s is still %s and not %s after %s".formatted(resource, phase, wanted, atMost);
    return new AwaitFailedException(message + reason(lastMessage), phase, lastMessage, null);
  }

  /** The waiting thread was interrupted, and is marked as such again. */
  public static AwaitFailedException interrupted(String resource, InterruptedException cause) {
    return new AwaitFailedException("interrupted while waiting for " + resource, "", "", cause);
  }

  private static String reason(String lastMessage) {
    return lastMessage.isEmpty() ? "" : ": " + lastMessage;
  }

  /** The phase it was in last, as the API names it; empty when it was not seen. */
  public String phase() {
    return phase;
  }

  /** Its last message, why it waits or failed; empty when it had none. */
  public String lastMessage() {
    return lastMessage;
  }
}
