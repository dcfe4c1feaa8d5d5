package dev.goldenrod.cli.terminal;

import java.time.Duration;

/** A pause between two looks at work in progress. */
public final class Pause {
  private Pause() {}

  /** Sleeps; an interrupt ends the command with the code and the message. */
  public static void sleep(Duration pause, ExitCode code, String message) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(code, message);
    }
  }
}
