package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.branch.BranchMeasurement.Measured;
import dev.goldenrod.bench.environment.ApiDatabases;
import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.environment.BenchEngine;
import dev.goldenrod.bench.environment.GoldenMaker;
import dev.goldenrod.bench.launch.ByHandScript;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.FreeSpace;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.ProgressPrinter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Creates databases, measures their snapshots and branches, and prints the figures. */
final class BranchBenchmark {
  private static final String FRESH = "fresh";

  /** The kinds of volumes that the script copies while a server uses them. */
  private static final List<String> COPIED_BY_HAND =
      List.of("btrfs", "reflink", "xfs-image", "copy");

  private static final GoldenSize LAUNCHED = GoldenSize.parseAll("10m").get(0);

  private final BenchContext context;
  private final ProgressPrinter progress;
  private final BenchEngine engine;
  private final ApiDatabases databases;
  private final ApiLauncher launches;
  private final GoldenMaker goldens;
  private final BranchFigures figures;

  BranchBenchmark(
      BenchContext context, BenchEngine engine, ProgressPrinter progress, BranchFigures figures) {
    this.context = context;
    this.engine = engine;
    this.progress = progress;
    this.databases = new ApiDatabases(context.api(), engine, engine.version(context));
    this.launches = new ApiLauncher(context.api());
    this.goldens = new GoldenMaker(context, launches, progress);
    this.figures = figures;
  }

  /** Runs the benchmark, or throws a {@link BenchFailure} if it cannot be run here. */
  void run(List<GoldenSize> sizes, int warmUps, int rounds) {
    for (GoldenSize size : sizes) {
      String name = "bench-" + size.label();
      progress.step("create a database of " + size.label(), () -> make(name, size));
      List<CopiedDatabase> ways = ways(name, size);
      List<Measured> idle =
          progress.step(
              "copy it %d times while it is idle".formatted(rounds),
              () -> new BranchMeasurement(ways, database -> WriteLoad.none()).run(warmUps, rounds));
      List<Measured> loaded =
          progress.step(
              "copy it %d times while it is written to".formatted(rounds),
              () -> new BranchMeasurement(ways, this::load).run(1, rounds));
      figures.print(size.label(), "idle", idle);
      figures.print(size.label(), "written to", loaded);
      printSpace(size, name);
      ways.forEach(CopiedDatabase::remove);
    }
    compareWithLaunches(warmUps, rounds);
  }

  private List<CopiedDatabase> ways(String name, GoldenSize size) {
    List<CopiedDatabase> ways = new ArrayList<>();
    ways.add(new GoldenrodDatabase(databases, name));
    if (canCopyByHand()) {
      ways.addAll(byHand(size));
    } else {
      progress.say(
          "nothing is copied by hand, which needs PostgreSQL, psql, and volumes of the kinds %s"
              .formatted(String.join(", ", COPIED_BY_HAND)));
    }
    return ways;
  }

  private boolean canCopyByHand() {
    return engine.type().equals(PostgresEngine.TYPE)
        && Tool.tryRun("psql", "--version").succeeded()
        && COPIED_BY_HAND.contains(VolumeLocation.of(context.dataDir()).kind());
  }

  private List<CopiedDatabase> byHand(GoldenSize size) {
    ByHandScript script = ByHandScript.prepare(context, goldens.make(size));
    String golden = goldens.volumes().get(size);
    return progress.step(
        "launch the same data by hand",
        () ->
            List.of(
                ScriptedDatabase.launch(script, golden, "fsync"),
                ScriptedDatabase.launch(script, golden, "syncfs")));
  }

  private WriteLoad load(CopiedDatabase database) {
    return WriteLoad.on(database::connect, engine);
  }

  private void make(String name, GoldenSize size) {
    databases.create(name);
    try (Connection connection = databases.connect(name)) {
      engine.fill(connection, size);
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + name + " cannot be created: " + e.getMessage(), e);
    }
  }

  /** Prints the space that the file system loses by a branch, before its first write. */
  private void printSpace(GoldenSize size, String name) {
    FreeSpace space = FreeSpace.of(VolumeLocation.of(context.dataDir()).folder());
    long before = space.settled();
    databases.branch(name, FRESH);
    figures.printSpace(size.label(), before - space.settled());
    databases.delete(FRESH);
  }

  private void compareWithLaunches(int warmUps, int rounds) {
    if (!goldens.volumes().containsKey(LAUNCHED)) {
      goldens.make(LAUNCHED);
    }
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
    figures.printNew(created.without(warmUps), started.without(warmUps), launched.without(warmUps));
  }
}
