package dev.goldenrod.dataplane;

import dev.goldenrod.engine.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * Why a database, a snapshot or a volume cannot be brought to what it is to be. The message is for
 * people and holds no secret.
 */
public final class WorkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is to be done about it. */
  public enum Kind {
    /** It may come right by itself: the work is tried again soon. */
    BLOCKED,
    /** The server ended: it is started again, after ever longer pauses. */
    CRASHED,
    /** Trying again does not help. */
    FAILED
  }

  private final Kind kind;

  private WorkFailure(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Of work that may come right by itself. */
  public static WorkFailure blocked(String message) {
    return blocked(message, null);
  }

  /** The same, for that cause. */
  public static WorkFailure blocked(String message, @Nullable Throwable cause) {
    return new WorkFailure(Kind.BLOCKED, message, cause);
  }

  /** Of a server that ended, for that cause. */
  public static WorkFailure crashed(String message, Throwable cause) {
    return new WorkFailure(Kind.CRASHED, message, cause);
  }

  /** Of work that is not worth another try. */
  public static WorkFailure failed(String message) {
    return failed(message, null);
  }

  /** The same, for that cause. */
  public static WorkFailure failed(String message, @Nullable Throwable cause) {
    return new WorkFailure(Kind.FAILED, message, cause);
  }

  /** The same with its message on one line, and cut off where it is longer than that. */
  public WorkFailure onOneLine(int longest) {
    String line = OneLine.of(message());
    return new WorkFailure(
        kind, line.length() <= longest ? line : line.substring(0, longest) + " …", getCause());
  }

  public Kind kind() {
    return kind;
  }

  /** Whether trying again does not help. */
  public boolean isFinal() {
    return kind == Kind.FAILED;
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
