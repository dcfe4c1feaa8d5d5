package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.environment.BenchEngine;
import dev.goldenrod.bench.environment.CopyBenchOptions;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.ChartOption;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures snapshots and branches of running databases. */
@Command(
    name = "branch",
    description =
        "Measures snapshots and branches of databases that are idle or written to, how long their"
            + " clients are held up, and new databases compared with launches and the engine's"
            + " start.",
    mixinStandardHelpOptions = true)
public final class BenchBranchCommand implements Callable<Integer> {
  @Option(
      names = "--sizes",
      paramLabel = "LIST",
      defaultValue = "10m,1g",
      description = "Sizes of the databases (${DEFAULT-VALUE}); 10g takes a while.")
  private String sizes = "";

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "postgresql",
      description = "Database engine: postgresql or mysql (${DEFAULT-VALUE}).")
  private String type = "";

  @Option(
      names = "--engine",
      paramLabel = "FOLDER",
      description = "Folder with an unpacked MySQL (a download, as by goldenrod engine install).")
  private @Nullable Path engine;

  @Mixin private CopyBenchOptions options = new CopyBenchOptions();

  @Mixin private ChartOption chartFile = new ChartOption();

  private final PrintStream out;

  public BenchBranchCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<GoldenSize> databases = options.sizes(sizes);
    if (databases.stream().anyMatch(size -> size.files() > 0)) {
      throw new UsageException(
          "--sizes: the size of a database must be in bytes, for example 10m" + " or 1g");
    }
    BenchEngine measured = engine();
    Chart chart = new Chart("Snapshots and branches");
    return options.measure(
        out,
        dataDir -> measured.install(dataDir, engine),
        (context, progress) -> {
          new BranchBenchmark(context, measured, progress, new BranchFigures(out, chart))
              .run(databases, options.warmUps(), options.rounds());
          chartFile.write(chart);
        });
  }

  private BenchEngine engine() {
    return switch (type) {
      case "postgresql" -> new BenchEngine.Postgres();
      case "mysql" -> new BenchEngine.MySql();
      default -> throw new UsageException("--type: '" + type + "' is neither postgresql nor mysql");
    };
  }
}
