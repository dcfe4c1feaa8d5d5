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

/** Measures snapshots and branches of running databases. */
@Command(
    name = "branch",
    description =
        "Measures snapshots and branches of PostgreSQL databases that idle and that are written to,"
            + " how long their clients are held up, and new databases beside launches.",
    mixinStandardHelpOptions = true)
final class BenchBranchCommand implements Callable<Integer> {
  @Option(
      names = "--sizes",
      paramLabel = "LIST",
      defaultValue = "10m,1g",
      description = "Sizes of the databases (${DEFAULT-VALUE}); 10g takes a while.")
  private String sizes = "";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
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

  BenchBranchCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<GoldenSize> databases = databases();
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    BenchEnvironment stage = BenchEnvironment.open(dir);
    // Stays until the process ends: closing a second time does nothing.
    Runtime.getRuntime().addShutdownHook(new Thread(stage::close, "shutdown"));
    try {
      new BranchBenchmark(stage.build(volumes), progress, out).run(databases, warmUps, rounds);
      return 0;
    } catch (BenchFailure | ApiException | DataPlaneException e) {
      progress.announce("\nThe benchmark cannot go on: " + e.getMessage());
      return 1;
    } finally {
      progress.step("remove everything", stage::close);
    }
  }

  private List<GoldenSize> databases() {
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
