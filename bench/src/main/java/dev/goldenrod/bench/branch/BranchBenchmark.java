package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.branch.BranchMeasurement.Measured;
import dev.goldenrod.bench.environment.ApiDatabases;
import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.environment.BenchEngine;
import dev.goldenrod.bench.environment.GoldenMaker;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.FreeSpace;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.server.ProgressPrinter;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Creates databases, measures their snapshots and branches, and prints the figures. */
final class BranchBenchmark {
  private static final String FRESH = "fresh";
  private static final GoldenSize LAUNCHED = GoldenSize.parseAll("10m").get(0);

  private final BenchContext context;
  private final ProgressPrinter progress;
  private final PrintStream out;
  private final BenchEngine engine;
  private final ApiDatabases databases;

  BranchBenchmark(
      BenchContext context, BenchEngine engine, ProgressPrinter progress, PrintStream out) {
    this.context = context;
    this.engine = engine;
    this.progress = progress;
    this.out = out;
    this.databases = new ApiDatabases(context.api(), engine, engine.version(context));
  }

  /** Runs the benchmark, or throws a {@link BenchFailure} if it cannot be run here. */
  void run(List<GoldenSize> sizes, int warmUps, int rounds) {
    for (GoldenSize size : sizes) {
      String name = "bench-" + size.label();
      progress.step("create a database of " + size.label(), () -> make(name, size));
      Measured idle =
          progress.step(
              "copy it %d times while it is idle".formatted(rounds),
              () -> new BranchMeasurement(databases, name).run(warmUps, rounds));
      Measured loaded =
          progress.step(
              "copy it %d times while it is written to".formatted(rounds),
              () -> underLoad(name, rounds));
      printHeading();
      print(size, "idle", idle);
      print(size, "written to", loaded);
      printSpace(size, name);
      databases.delete(name);
    }
    compareWithLaunches(warmUps, rounds);
  }

  private void make(String name, GoldenSize size) {
    databases.create(name);
    try (Connection connection = databases.connect(name)) {
      engine.fill(connection, size);
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + name + " cannot be created: " + e.getMessage(), e);
    }
  }

  private Measured underLoad(String name, int rounds) {
    WriteLoad load = WriteLoad.on(() -> databases.connect(name), engine);
    try {
      return new BranchMeasurement(databases, name).run(1, rounds);
    } finally {
      load.close();
    }
  }

  /** Prints the space that the file system loses by a branch, before its first write. */
  private void printSpace(GoldenSize size, String name) {
    FreeSpace space = FreeSpace.of(VolumeLocation.of(context.dataDir()).folder());
    long before = space.settled();
    databases.branch(name, FRESH);
    out.printf(
        "A branch of %s takes %.1f MiB of disk space.%n",
        size.label(), (before - space.settled()) / 1048576.0);
    databases.delete(FRESH);
  }

  private void compareWithLaunches(int warmUps, int rounds) {
    ApiLauncher launches = new ApiLauncher(context.api());
    new GoldenMaker(context, launches, progress).make(LAUNCHED);
    Samples created = new Samples();
    Samples started = new Samples();
    Samples launched = new Samples();
    progress.step(
        "create %d new databases and launches in turn".formatted(rounds),
        () -> {
          for (int i = 0; i < warmUps + rounds; i++) {
            created.add(databases.create(FRESH));
            started.add(EngineStart.milliseconds(VolumeLocation.of(context.dataDir())));
            databases.delete(FRESH);
            launched.add(launches.launch(LAUNCHED.golden()));
            launches.removeAll();
          }
        });
    printHeading();
    printNew(created.without(warmUps), started.without(warmUps), launched.without(warmUps));
  }

  private void printHeading() {
    out.printf("%n%-9s %-11s %-21s %9s %9s %9s%n", "database", "", "", "min", "median", "max");
  }

  private void print(GoldenSize size, String state, Measured measured) {
    line(size.label(), state, "snapshot", measured.snapshot());
    line("", "", "  clients held up", measured.snapshotPause());
    line("", "", "branch", measured.branch());
    line("", "", "  clients held up", measured.branchPause());
  }

  /** Prints times that were measured in the same rounds. */
  private void printNew(Samples created, Samples started, Samples launched) {
    line("new", "", "database", created);
    line("", "", "  start of its engine", started);
    line("", "", "launch", launched);
    out.printf(
        "New database / PostgreSQL launch: ratio of the medians %.2f, median of each round's ratio"
            + " %.2f%n",
        created.median() / launched.median(), created.over(launched).median());
  }

  private void line(String label, String state, String what, Samples samples) {
    out.printf(
        "%-9s %-11s %-21s %9.1f %9.1f %9.1f ms%n",
        label, state, what, samples.min(), samples.median(), samples.max());
  }
}
