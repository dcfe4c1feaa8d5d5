package dev.goldenrod.cli.own;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs short-lived helper programs. */
final class HelperPrograms {
  private static final int PATIENCE_SECONDS = 60;

  private HelperPrograms() {}

  /** Returns the program's output; empty if it is missing, fails or exceeds the timeout. */
  static Optional<String> tryRun(String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      return process.exitValue() == 0 ? Optional.of(printed) : Optional.empty();
    } catch (IOException notThere) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.REFUSED, "interrupted");
    }
  }

  static void run(String... command) {
    tryRun(command)
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.REFUSED, "'%s' failed".formatted(String.join(" ", command))));
  }
}
