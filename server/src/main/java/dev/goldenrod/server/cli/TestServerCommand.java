package dev.goldenrod.server.cli;

import dev.goldenrod.server.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the server that the JUnit extension starts in the background. */
@Command(
    name = "test-server",
    description = "Serves the tests of one user, and ends when none has run for a while.",
    mixinStandardHelpOptions = true)
final class TestServerCommand implements Runnable {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      required = true,
      description = "Where its address, its clients and its data are.")
  private Path folder = Path.of("");

  @Option(
      names = "--end-after",
      paramLabel = "SECONDS",
      defaultValue = "900",
      description = "How long it waits for another client (${DEFAULT-VALUE}).")
  private long endAfter;

  @Option(
      names = "--most-gib",
      paramLabel = "GIB",
      defaultValue = "20",
      description =
          "What goldens may take (${DEFAULT-VALUE}); beyond it, those used longest ago go.")
  private int mostGib;

  @Override
  public void run() {
    try {
      TestServer.run(folder.toAbsolutePath(), Duration.ofSeconds(endAfter), mostGib);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve tests from " + folder, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
