package dev.goldenrod.dataplane;

import dev.goldenrod.engine.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * A failure to bring a database, a snapshot or a volume to its target state. The message is shown
 * to users and holds no secret.
 */
public final class WorkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** How the data plane reacts to the failure. */
  public enum Kind {
    /** The cause may go away by itself: the work is retried soon. */
    BLOCKED,
    /** The database server's process ended: it is restarted with increasing delays. */
    CRASHED,
    /** A retry does not help: the work is given up. */
    FAILED
  }

  private final Kind kind;

  private WorkFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public static WorkFailure blocked(String message) {
    return blocked(message, null);
  }

  public static WorkFailure blocked(String message, @Nullable Throwable cause) {
    return new WorkFailure(Kind.BLOCKED, message, cause);
  }

  public static WorkFailure crashed(String message, Throwable cause) {
    return new WorkFailure(Kind.CRASHED, message, cause);
  }

  public static WorkFailure failed(String message) {
    return failed(message, null);
  }

  public static WorkFailure failed(String message, @Nullable Throwable cause) {
    return new WorkFailure(Kind.FAILED, message, cause);
  }

  /** Returns a copy whose message is on one line and truncated to {@code longest} characters. */
  public WorkFailure onOneLine(int longest) {
    String line = OneLine.of(message());
    return new WorkFailure(
        kind, line.length() <= longest ? line : line.substring(0, longest) + " …", getCause());
  }

  public Kind kind() {
    return kind;
  }

  public boolean isFinal() {
    return kind == Kind.FAILED;
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
