package dev.goldenrod.cli.terminal;

import java.util.List;

/** A command cannot go on; the message is for who typed it. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;
  private final transient List<String> nextSteps;

  /**
   * Ends the command.
   *
   * @param message what is wrong, in one line
   * @param nextSteps commands that would change it
   */
  public CliException(ExitCode code, String message, String... nextSteps) {
    super(message);
    this.code = code;
    this.nextSteps = List.of(nextSteps);
  }

  /** How the process ends. */
  public ExitCode code() {
    return code;
  }

  /** Commands that would change it. */
  public List<String> nextSteps() {
    return nextSteps;
  }
}
