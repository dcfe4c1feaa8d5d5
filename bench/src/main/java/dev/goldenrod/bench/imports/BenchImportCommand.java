package dev.goldenrod.bench.imports;

import dev.goldenrod.bench.environment.CopyBenchOptions;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures imports in comparison with a shell script that does the same. */
@Command(
    name = "import",
    description =
        "Measures the time from the start of an import to Succeeded, compared with a shell script"
            + " that dumps the same source, restores it and analyzes it.",
    mixinStandardHelpOptions = true)
public final class BenchImportCommand implements Callable<Integer> {
  @Option(
      names = "--sizes",
      paramLabel = "LIST",
      defaultValue = "1g,616t",
      description =
          "Sizes of the sources; t stands for a number of small tables (${DEFAULT-VALUE}).")
  private String sizes = "";

  @Mixin private CopyBenchOptions options = new CopyBenchOptions();

  private final PrintStream out;

  public BenchImportCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<SourceSize> sources = sources();
    options.requireRounds();
    return options.measure(
        out,
        dataDir -> {},
        (context, progress) ->
            new ImportBenchmark(context, progress, out)
                .run(sources, options.warmUps(), options.rounds()));
  }

  private List<SourceSize> sources() {
    try {
      return SourceSize.parseAll(sizes);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--sizes: " + e.getMessage(), e);
    }
  }
}
