package dev.goldenrod.bench.imports;

import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.io.PrintStream;
import java.util.List;

/** Imports a running source by the API and by the shell script, in alternating order. */
final class ImportBenchmark {
  private final BenchContext context;
  private final ProgressPrinter progress;
  private final PrintStream out;

  ImportBenchmark(BenchContext context, ProgressPrinter progress, PrintStream out) {
    this.context = context;
    this.progress = progress;
    this.out = out;
  }

  void run(List<SourceSize> sizes, int warmUps, int rounds) {
    ShellImporter byHand = ShellImporter.prepare(context);
    for (SourceSize size : sizes) {
      try (ScratchPostgres source = start()) {
        progress.step("generate " + size.label(), () -> SourceData.fill(source, size));
        measure(size, source, byHand, warmUps, rounds);
        source.stop();
        // The next source has the same place.
        Tool.run("rm", "-rf", source.data().toString());
      }
    }
  }

  private ScratchPostgres start() {
    return ScratchPostgres.start(
        context.home(),
        context.runAs(),
        context.sources().get(),
        GeneratedData.DATABASE,
        GeneratedData.FAST);
  }

  private void measure(
      SourceSize size, ScratchPostgres source, ShellImporter byHand, int warmUps, int rounds) {
    ApiImporter goldenrod = ApiImporter.of(context, size, source);
    Samples api = new Samples();
    Samples hand = new Samples();
    progress.step(
        "import %s in %d rounds after %d to warm up".formatted(size.label(), rounds, warmUps),
        () -> {
          for (int round = 0; round < warmUps + rounds; round++) {
            if (round % 2 == 0) {
              api.add(goldenrod.run());
              hand.add(byHand.run(source));
            } else {
              hand.add(byHand.run(source));
              api.add(goldenrod.run());
            }
            goldenrod.remove();
          }
        });
    print(size, api.without(warmUps), hand.without(warmUps));
  }

  private void print(SourceSize size, Samples api, Samples hand) {
    out.printf("%n%-8s %-12s %9s %9s %9s%n", "source", "imported", "min", "median", "max");
    line(size.label(), "by the API", api, "%9.0f", " ms");
    line("", "by hand", hand, "%9.0f", " ms");
    line("", "ratio", api.over(hand), "%9.2f", "");
    out.printf("%-8s ratio of the medians: %.2f%n", "", api.median() / hand.median());
  }

  private void line(String label, String way, Samples samples, String number, String unit) {
    out.printf(
        "%-8s %-12s " + number + " " + number + " " + number + "%s%n",
        label,
        way,
        samples.min(),
        samples.median(),
        samples.max(),
        unit);
  }
}
