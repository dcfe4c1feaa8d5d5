package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.BenchFolder;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.ChartOption;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures requests in comparison with a bare handler that returns the same bytes. */
@Command(
    name = "http",
    description =
        "Measures requests per second and their latency, compared with a bare Javalin handler that"
            + " returns the same bytes.",
    mixinStandardHelpOptions = true)
public final class BenchHttpCommand implements Callable<Integer> {
  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of measured rounds of each request (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of warm-up rounds before the measured ones (${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "2",
      description = "Seconds of each request's measurement in a round (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of concurrent connections (${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Compare a server with this many rows of each kind with a server with 100 instead; 0 for"
              + " the usual comparison (${DEFAULT-VALUE}).")
  private int rows;

  @Mixin private ChartOption chartFile = new ChartOption();

  private final PrintStream out;

  public BenchHttpCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (rounds < 1 || warmUps < 0 || seconds < 1 || connections < 1 || rows < 0) {
      throw new UsageException(
          "--rounds, --seconds and --connections must be at least 1, --warm-up"
              + " and --rows at least 0");
    }
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    Path folder = BenchFolder.temporary();
    Chart chart = new Chart("Requests");
    Thread curtain = new Thread(() -> FileTrees.delete(folder), "shutdown");
    Runtime.getRuntime().addShutdownHook(curtain);
    try {
      if (rows > 0) {
        new RowsBenchmark(folder, rows, progress, out, chart).run(warmUps, rounds);
      } else {
        new HttpBenchmark(folder, connections, Duration.ofSeconds(seconds), progress, out, chart)
            .run(warmUps, rounds);
      }
      chartFile.write(chart);
      return 0;
    } catch (BenchFailure | ClientException e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    }
  }
}
