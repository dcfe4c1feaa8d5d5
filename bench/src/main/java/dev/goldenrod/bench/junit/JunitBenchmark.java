package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.junit.TestDatabases.GoldenrodClones;
import dev.goldenrod.bench.junit.TestDatabases.TestDatabase;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Runs tests that each get a database, with several ways of providing the databases. */
final class JunitBenchmark {
  private static final String QUERY = "SELECT count(*) FROM entries WHERE id < 100";

  /**
   * The figures of one way, in milliseconds: until the first response, and of the whole test,
   * including its cleanup but not its work.
   */
  private record Measured(Samples first, Samples whole) {
    Measured() {
      this(new Samples(), new Samples());
    }
  }

  private final List<TestDatabases> ways;
  private final PrintStream out;
  private final Chart chart;

  JunitBenchmark(List<TestDatabases> ways, PrintStream out, Chart chart) {
    this.ways = ways;
    this.out = out;
    this.chart = chart;
  }

  /** Runs classes of tests in each way, in turns, after one warm-up class. */
  void run(int classes, int tests, Duration work) throws SQLException {
    Map<TestDatabases, Measured> measured = new LinkedHashMap<>();
    for (int i = 0; i <= classes; i++) {
      for (TestDatabases way : ways) {
        Measured figures = new Measured();
        runClass(way, tests, work, figures);
        if (i > 0) {
          Measured all = measured.computeIfAbsent(way, missing -> new Measured());
          all.first().addAll(figures.first());
          all.whole().addAll(figures.whole());
        }
      }
    }
    print(measured, work);
  }

  private static void runClass(TestDatabases way, int tests, Duration work, Measured figures)
      throws SQLException {
    for (int i = 0; i < tests; i++) {
      long begin = System.nanoTime();
      TestDatabase database = way.take();
      query(database);
      long answered = System.nanoTime();
      sleep(work);
      long done = System.nanoTime();
      database.end().run();
      figures.first().add((answered - begin) / 1e6);
      figures.whole().add((answered - begin + System.nanoTime() - done) / 1e6);
    }
  }

  private static void query(TestDatabase database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(QUERY)) {
      if (!rows.next() || rows.getInt(1) != 99) {
        throw new BenchFailure("a test's database does not have the template's rows");
      }
    }
  }

  private static void sleep(Duration work) {
    long end = System.nanoTime() + work.toNanos();
    for (long left = work.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void print(Map<TestDatabases, Measured> measured, Duration work) {
    String tests =
        work.isZero()
            ? "tests that do nothing else"
            : "tests that work %d ms".formatted(work.toMillis());
    out.printf(
        "%n%-40s %33s   %s%n%-40s %9s %9s %9s   %9s%n",
        tests,
        "until the first query is answered",
        "and the end",
        "",
        "min",
        "median",
        "max",
        "median");
    measured.forEach(
        (way, figures) ->
            out.printf(
                "%-40s %9.1f %9.1f %9.1f   %9.1f ms%n",
                way.label(),
                figures.first().min(),
                figures.first().median(),
                figures.first().max(),
                figures.whole().median()));
    draw(chart.group(tests, "ms"), measured);
  }

  private static void draw(Chart.Group group, Map<TestDatabases, Measured> measured) {
    measured.forEach(
        (way, figures) -> {
          if (way instanceof GoldenrodClones) {
            group.measured(way.label(), figures.first());
          } else {
            group.baseline(way.label(), figures.first());
          }
        });
  }
}
