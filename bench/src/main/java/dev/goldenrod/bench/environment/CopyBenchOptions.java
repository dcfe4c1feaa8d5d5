package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.BenchFolder;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The common options of benchmarks that copy volumes, and their setup and cleanup. */
public final class CopyBenchOptions {
  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of measured rounds (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of warm-up rounds before the measured ones (${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--volumes",
      paramLabel = "KIND",
      defaultValue = "",
      description = "How volumes are copied, as for serve (the best that works on this machine).")
  private String volumes = "";

  @Mixin private BenchFolder folder = new BenchFolder();

  public int rounds() {
    return rounds;
  }

  public int warmUps() {
    return warmUps;
  }

  public List<GoldenSize> sizes(String text) {
    requireRounds();
    try {
      return GoldenSize.parseAll(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--sizes: " + e.getMessage(), e);
    }
  }

  public void requireRounds() {
    if (rounds < 1 || warmUps < 0) {
      throw new UsageException("--rounds must be at least 1, and --warm-up at least 0");
    }
  }

  /**
   * Runs the work with a server of its own, and removes everything afterwards. Returns the exit
   * code.
   *
   * @param prepare called with the data directory before the server starts
   */
  public int measure(
      PrintStream out, Consumer<Path> prepare, BiConsumer<BenchContext, ProgressPrinter> work) {
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    BenchEnvironment environment = BenchEnvironment.open(folder.path());
    // Not removed after a normal end: closing a second time does nothing.
    Runtime.getRuntime().addShutdownHook(new Thread(environment::close, "shutdown"));
    try {
      prepare.accept(environment.dataDir());
      work.accept(environment.build(volumes), progress);
      return 0;
    } catch (BenchFailure | ClientException | DataPlaneException e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    } finally {
      progress.step("remove everything", environment::close);
    }
  }
}
