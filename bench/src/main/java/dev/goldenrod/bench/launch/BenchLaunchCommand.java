package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.CopyBenchOptions;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.ChartOption;
import dev.goldenrod.bench.measure.GoldenSize;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures launches in comparison with a shell script that does the same. */
@Command(
    name = "launch",
    description =
        "Measures the time from a launch to Ready, compared with a shell script that copies the"
            + " same volume, starts PostgreSQL on it and logs in.",
    mixinStandardHelpOptions = true)
public final class BenchLaunchCommand implements Callable<Integer> {
  @Option(
      names = "--sizes",
      paramLabel = "LIST",
      defaultValue = "10m,1g,10g,20000f",
      description =
          "Sizes of the goldens; f stands for a number of files (${DEFAULT-VALUE}). Sizes for which"
              + " the disk has no space are skipped.")
  private String sizes = "";

  @Mixin private CopyBenchOptions options = new CopyBenchOptions();

  @Mixin private ChartOption chartFile = new ChartOption();

  private final PrintStream out;

  public BenchLaunchCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<GoldenSize> goldens = options.sizes(sizes);
    Chart chart = new Chart("Launches");
    return options.measure(
        out,
        dataDir -> {},
        (context, progress) -> {
          new LaunchBenchmark(context, progress, out, chart)
              .run(goldens, options.warmUps(), options.rounds());
          chartFile.write(chart);
        });
  }
}
