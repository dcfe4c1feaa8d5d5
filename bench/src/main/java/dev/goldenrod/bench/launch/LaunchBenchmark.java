package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.environment.GoldenMaker;
import dev.goldenrod.bench.launch.LaunchMeasurement.Way;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.FreeSpace;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.server.ProgressPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Creates goldens, and compares their launches with those by the shell script. */
final class LaunchBenchmark {
  /** The generated files, their copy in the volume store, and room for the clones and others. */
  private static final int SPACE = 3;

  private final BenchContext context;
  private final ProgressPrinter progress;
  private final PrintStream out;
  private final Chart chart;

  LaunchBenchmark(BenchContext context, ProgressPrinter progress, PrintStream out, Chart chart) {
    this.context = context;
    this.progress = progress;
    this.out = out;
    this.chart = chart;
  }

  /** Runs the benchmark. Sizes for which the disk has no space are skipped, with a message. */
  public void run(List<GoldenSize> sizes, int warmUps, int rounds) {
    requirePsql();
    ApiLauncher goldenrod = new ApiLauncher(context.api());
    GoldenMaker maker = new GoldenMaker(context, goldenrod, progress);
    VolumeLocation volumes = null;
    for (GoldenSize size : sizes) {
      if (hasRoom(size)) {
        volumes = maker.make(size);
      }
    }
    if (volumes == null) {
      throw new BenchFailure("no golden could be created; choose smaller --sizes or another --dir");
    }
    measure(
        new LaunchMeasurement(maker.volumes().keySet(), ways(goldenrod, maker, volumes)),
        volumes,
        warmUps,
        rounds);
    maker.volumes().keySet().forEach(size -> printSpace(size, goldenrod));
  }

  private List<Way> ways(ApiLauncher goldenrod, GoldenMaker maker, VolumeLocation volumes) {
    ShellBaseline hand = new ShellBaseline(ByHandScript.prepare(context, volumes));
    return List.of(
        new Way("by the API", size -> goldenrod.launch(size.golden()), goldenrod::removeAll),
        new Way("polled", size -> goldenrod.launchPolling(size.golden()), goldenrod::removeAll),
        new Way("by hand", size -> hand.launch(maker.volumes().get(size)), hand::removeAll));
  }

  /** Prints the space that the file system loses by a clone, before its first write. */
  private void printSpace(GoldenSize size, ApiLauncher goldenrod) {
    FreeSpace space = FreeSpace.of(context.dataDir());
    long before = space.settled();
    goldenrod.launch(size.golden());
    out.printf(
        "A clone of %s takes %.1f MiB of disk space.%n",
        size.label(), (before - space.settled()) / 1048576.0);
    goldenrod.removeAll();
  }

  private void measure(LaunchMeasurement bench, VolumeLocation volumes, int warmUps, int rounds) {
    progress.say("volumes: %s in %s".formatted(volumes.kind(), volumes.folder()));
    Map<GoldenSize, Map<String, Samples>> measured =
        progress.step(
            "launch %d rounds after %d to warm up".formatted(rounds, warmUps),
            () -> bench.run(warmUps, rounds));
    LaunchMeasurement.print(out, measured);
    LaunchMeasurement.draw(chart, measured);
  }

  private boolean hasRoom(GoldenSize size) {
    try {
      long free = Files.getFileStore(context.folder()).getUsableSpace();
      if (free >= SPACE * size.bytes()) {
        return true;
      }
      progress.say(
          "%s is skipped: it needs %d MiB of free space in %s, which has %d"
              .formatted(size.label(), SPACE * size.bytes() >> 20, context.folder(), free >> 20));
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the free space of " + context.folder(), e);
    }
  }

  private static void requirePsql() {
    if (!Tool.tryRun("psql", "--version").succeeded()) {
      throw new BenchFailure(
          "the script for comparison needs psql, which is missing; install it (Debian, Ubuntu:"
              + " apt-get install postgresql-client)");
    }
  }
}
