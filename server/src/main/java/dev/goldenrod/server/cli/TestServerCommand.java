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
    description =
        "Runs the server for the tests of one user, and stops when no test has run for a"
            + " while.",
    mixinStandardHelpOptions = true)
final class TestServerCommand implements Runnable {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the server's address, clients and data.")
  private Path folder = Path.of("");

  @Option(
      names = "--end-after",
      paramLabel = "SECONDS",
      defaultValue = "900",
      description = "Seconds without a client after which the server stops (${DEFAULT-VALUE}).")
  private long endAfter;

  @Option(
      names = "--most-gib",
      paramLabel = "GIB",
      defaultValue = "20",
      description =
          "Maximum size in GiB of all goldens (${DEFAULT-VALUE}); beyond it, the least recently"
              + " used are deleted.")
  private int mostGib;

  @Override
  public void run() {
    try {
      TestServer.run(folder.toAbsolutePath(), Duration.ofSeconds(endAfter), mostGib);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run the test server in " + folder, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
