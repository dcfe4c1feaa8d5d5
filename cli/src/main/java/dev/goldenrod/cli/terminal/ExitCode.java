package dev.goldenrod.cli.terminal;

import java.util.Locale;

/** What a script can tell from how a command ended. */
public enum ExitCode {
  /** It is done. */
  DONE(0),
  /** The server refused, or what was waited for failed. */
  REFUSED(1),
  /** The command line is wrong. */
  USAGE(2),
  /** What was named does not exist. */
  NOT_FOUND(3),
  /** Not logged in, or not allowed. */
  NOT_ALLOWED(4),
  /** What is there stands against it. */
  CONFLICT(5),
  /** The time to wait was up. */
  TIMED_OUT(6),
  /** No server answered, or it does not know whether a change was done. */
  NO_SERVER(7),
  /** The program that was to be started is not on this machine. */
  NO_PROGRAM(127);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The process's exit code. */
  public int number() {
    return number;
  }

  /** As errors in JSON name it, as in {@code not_found}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of the status that a server refused with. */
  public static ExitCode ofStatus(int status) {
    return switch (status) {
      case 401, 403 -> NOT_ALLOWED;
      case 404 -> NOT_FOUND;
      case 409 -> CONFLICT;
      default -> REFUSED;
    };
  }
}
