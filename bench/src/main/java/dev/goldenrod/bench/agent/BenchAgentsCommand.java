package dev.goldenrod.bench.agent;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.BenchFolder;
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

@Command(
    name = "agents",
    description = "Measures the load of many agents on one server, at rest and after a restart.",
    mixinStandardHelpOptions = true)
public final class BenchAgentsCommand implements Callable<Integer> {
  private static final Duration TO_SETTLE = Duration.ofSeconds(40);

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of simulated agents (${DEFAULT-VALUE}).")
  private int agents;

  @Option(
      names = "--databases",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of simulated databases of each agent (${DEFAULT-VALUE}).")
  private int databases;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "90",
      description = "Seconds of the measurement at rest (${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private BenchFolder folder = new BenchFolder();

  private final PrintStream out;

  public BenchAgentsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (agents < 1 || databases < 1 || seconds < 1) {
      throw new UsageException("--agents, --databases and --seconds must be at least 1");
    }
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    Path path = folder.path();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> FileTrees.delete(path), "shutdown"));
    try {
      new FleetBenchmark(path, agents, databases, TO_SETTLE, progress)
          .run(Duration.ofSeconds(seconds))
          .print(out);
      return 0;
    } catch (BenchFailure | ClientException e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    }
  }
}
