package dev.goldenrod.cli.terminal;

import java.util.List;

/** Ends a command with an exit code and a message for the user. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;
  private final transient List<String> nextSteps;

  /**
   * @param message the problem in one line
   * @param nextSteps commands that would solve it
   */
  public CliException(ExitCode code, String message, String... nextSteps) {
    super(message);
    this.code = code;
    this.nextSteps = List.of(nextSteps);
  }

  public ExitCode code() {
    return code;
  }

  public List<String> nextSteps() {
    return nextSteps;
  }
}
