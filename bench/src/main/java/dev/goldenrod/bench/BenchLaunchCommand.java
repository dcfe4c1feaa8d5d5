package dev.goldenrod.bench;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.client.ApiException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures launches beside a shell script that does the same. */
@Command(
    name = "launch",
    description =
        "Measures the time from a launch to Ready beside a shell script that copies the same volume,"
            + " starts PostgreSQL on it and logs in.",
    mixinStandardHelpOptions = true)
final class BenchLaunchCommand implements Callable<Integer> {
  @Option(
      names = "--sizes",
      paramLabel = "LIST",
      defaultValue = "10m,1g,10g,20000f",
      description =
          "Sizes of the goldens, with f of so many files (${DEFAULT-VALUE}); what the disk cannot"
              + " take is left out.")
  private String sizes = "";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "How often each is measured (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds before those (${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--volumes",
      paramLabel = "WAY",
      defaultValue = "",
      description = "How volumes are copied, as in serve; the best way that works if left out.")
  private String volumes = "";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-bench",
      description = "Folder for the benchmark alone, removed when it ends (~/.goldenrod-bench).")
  private Path dir = Path.of("");

  private final PrintStream out;

  BenchLaunchCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<GoldenSize> goldens = goldens();
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    BenchEnvironment stage = BenchEnvironment.open(dir);
    // Stays until the process ends: closing a second time does nothing.
    Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "shutdown"));
    try {
      new LaunchBenchmark(stage.build(volumes), progress, out).run(goldens, warmUps, rounds);
      return 0;
    } catch (BenchFailure | ApiException | DataPlaneException e) {
      progress.announce("\nThe benchmark cannot go on: " + e.getMessage());
      return 1;
    } finally {
      progress.step("remove everything", stage::close);
    }
  }

  private List<GoldenSize> goldens() {
    if (rounds < 1 || warmUps < 0) {
      throw new UsageException("--rounds must be at least 1, and --warm-up at least 0");
    }
    try {
      return GoldenSize.parseAll(sizes);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--sizes: " + e.getMessage(), e);
    }
  }
}
