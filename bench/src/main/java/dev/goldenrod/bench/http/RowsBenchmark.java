package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.server.ProgressPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Compares requests to a server with many rows of each kind with one that has a hundred. */
final class RowsBenchmark {
  private static final int FEW = 100;
  private static final int ASKED = 25;
  private static final double AIM = 1.5;

  /** The times of one kind of request. The request depends on how many preceded it. */
  private record Measured(
      String name, BiFunction<MeasuredServer, Integer, Target> request, Samples few, Samples many) {
    Measured(String name, BiFunction<MeasuredServer, Integer, Target> request) {
      this(name, request, new Samples(), new Samples());
    }
  }

  private final Path folder;
  private final int rows;
  private final ProgressPrinter progress;
  private final PrintStream out;
  private final Chart chart;

  /**
   * @param rows the number of rows of each kind on the larger server
   */
  RowsBenchmark(Path folder, int rows, ProgressPrinter progress, PrintStream out, Chart chart) {
    this.folder = folder;
    this.rows = rows;
    this.progress = progress;
    this.out = out;
    this.chart = chart;
  }

  /**
   * Runs the benchmark, and prints the medians.
   *
   * @param warmUps rounds before the measured ones, whose times are dropped
   */
  void run(int warmUps, int rounds) {
    int gone = ASKED * (warmUps + rounds);
    try (MeasuredServer few = MeasuredServer.start(folder.resolve("few"), FEW, gone);
        MeasuredServer many = MeasuredServer.start(folder.resolve("many"), rows, gone)) {
      List<Measured> all = new ArrayList<>();
      progress.step(
          "%d rounds after %d to warm up".formatted(rounds, warmUps),
          () -> {
            for (int round = 0; round < warmUps + rounds; round++) {
              if (round == 0 || round == warmUps) {
                all.clear();
                all.addAll(requests());
              }
              round(all, few, many, round * ASKED);
            }
          });
      print(all);
    }
  }

  private static List<Measured> requests() {
    return List.of(
        new Measured("GET one branch", (server, asked) -> server.getBranch()),
        new Measured("GET a page of 100", (server, asked) -> server.getPage()),
        new Measured("POST a launch", (server, asked) -> server.postLaunch()),
        new Measured("DELETE a database", MeasuredServer::delete));
  }

  private static void round(
      List<Measured> all, MeasuredServer few, MeasuredServer many, int asked) {
    for (Measured measured : all) {
      for (int i = asked; i < asked + ASKED; i++) {
        measured.few().add(milliseconds(measured.request().apply(few, i)));
        measured.many().add(milliseconds(measured.request().apply(many, i)));
      }
    }
  }

  private static double milliseconds(Target target) {
    try (Connection connection = new Connection(target)) {
      long begun = System.nanoTime();
      connection.ask();
      return (System.nanoTime() - begun) / 1e6;
    } catch (IOException e) {
      throw new UncheckedIOException(target + " got no response", e);
    }
  }

  private void print(List<Measured> all) {
    out.printf(
        "%n%-18s %12s %12s %7s   (p50, 1 connection; the goal is a ratio of at most %.1f)%n",
        "request", FEW + " rows", rows + " rows", "ratio", AIM);
    for (Measured measured : all) {
      double few = measured.few().median();
      double many = measured.many().median();
      out.printf("%-18s %9.2f ms %9.2f ms %7.2f%n", measured.name(), few, many, many / few);
      chart
          .group(measured.name(), "ms")
          .measured(rows + " rows", measured.many())
          .baseline(FEW + " rows", measured.few());
    }
  }
}
