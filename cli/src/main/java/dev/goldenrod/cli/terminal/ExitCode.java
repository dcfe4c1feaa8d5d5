package dev.goldenrod.cli.terminal;

import java.util.Locale;

/** The exit codes of commands. */
public enum ExitCode {
  DONE(0),
  /** The server refused the request, or the awaited work failed. */
  REFUSED(1),
  USAGE(2),
  NOT_FOUND(3),
  NOT_ALLOWED(4),
  CONFLICT(5),
  TIMED_OUT(6),
  /** No server answered, or the outcome of a change is unknown. */
  NO_SERVER(7),
  /** The program to start is not executable; a shell's exit code for that. */
  NOT_RUNNABLE(126),
  /** The program to start does not exist; a shell's exit code for that. */
  NO_PROGRAM(127);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** Returns the name in JSON errors, as in {@code not_found}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ExitCode ofStatus(int status) {
    return switch (status) {
      case 401, 403 -> NOT_ALLOWED;
      case 404 -> NOT_FOUND;
      case 409 -> CONFLICT;
      default -> REFUSED;
    };
  }
}
