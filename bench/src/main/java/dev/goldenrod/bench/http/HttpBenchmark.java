package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.server.ProgressPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares requests to the API with the same responses of a bare Javalin handler. Each round
 * measures each request at both servers, in alternating order.
 */
final class HttpBenchmark {
  private static final String LAUNCHES = "launches";
  private static final int INSTANCES = 1000;
  private static final int CLAIMS = 100;
  private static final int WARM_UP_CLAIMS = 50;

  /** The figures of one server for one request. */
  private static final class Side {
    private final Samples perSecond = new Samples();
    private final Samples milliseconds = new Samples();

    void add(Load.Measured round) {
      perSecond.add(round.perSecond());
      milliseconds.addAll(round.milliseconds());
    }
  }

  /** The figures of both servers for one request. */
  private static final class Both {
    private final Target api;
    private final Target bare;
    private final Samples ratios = new Samples();
    private final Side apiSide = new Side();
    private final Side bareSide = new Side();

    private Both(Target api, int barePort) {
      this.api = api;
      this.bare = api.at(barePort);
    }
  }

  private final Path folder;
  private final int connections;
  private final Duration slice;
  private final ProgressPrinter progress;
  private final PrintStream out;
  private final Chart chart;

  /**
   * @param folder for the stores, deleted afterwards
   * @param slice how long each request is measured in each round
   */
  public HttpBenchmark(
      Path folder,
      int connections,
      Duration slice,
      ProgressPrinter progress,
      PrintStream out,
      Chart chart) {
    this.folder = folder;
    this.connections = connections;
    this.slice = slice;
    this.progress = progress;
    this.out = out;
    this.chart = chart;
  }

  /** Measures the rounds after warm-up rounds, whose figures are dropped. */
  public void run(int warmUps, int rounds) {
    try (MeasuredServer reads = MeasuredServer.start(folder.resolve("reads"));
        MeasuredServer launches = MeasuredServer.start(folder.resolve(LAUNCHES))) {
      String id =
          progress.step("launch %d instances".formatted(INSTANCES), () -> reads.launch(INSTANCES));
      Map<String, Target> targets = new LinkedHashMap<>();
      targets.put("GET one instance", reads.getOne(id));
      targets.put("GET a list of " + INSTANCES, reads.getList());
      targets.put("POST a launch", launches.postLaunch());
      List<Target> all = List.copyOf(targets.values());
      try (ServerProcess baseline = BaselineServer.start(all, bodies(all))) {
        int port = Integer.parseInt(baseline.announced().get(0));
        measure(targets, port, launches, warmUps, rounds);
      }
      launches.clear();
      measureClaims(launches);
    }
  }

  private void measureClaims(MeasuredServer launches) {
    Samples flushes = new Samples();
    try (DiskFlush flush = DiskFlush.in(folder.resolve(LAUNCHES))) {
      Samples claims =
          progress.step(
              CLAIMS + " warm claims",
              () ->
                  launches.claim(WARM_UP_CLAIMS + CLAIMS, () -> flushes.add(flush.milliseconds())));
      printClaims(claims.without(WARM_UP_CLAIMS), flushes.without(WARM_UP_CLAIMS));
    }
  }

  private void measure(
      Map<String, Target> targets, int barePort, MeasuredServer launches, int warmUps, int rounds) {
    Map<String, Both> measured = new LinkedHashMap<>();
    progress.step(
        "%d rounds after %d to warm up".formatted(rounds, warmUps),
        () -> {
          for (int i = -warmUps; i < rounds; i++) {
            if (i <= 0) {
              targets.forEach((name, target) -> measured.put(name, new Both(target, barePort)));
            }
            for (Both both : measured.values()) {
              round(both, i % 2 == 0);
              launches.clear();
            }
          }
        });
    out.printf(
        "%n%-18s %-8s %10s %9s %9s %9s   (%d connections)%n",
        "request", "server", "per second", "p50", "p90", "p99", connections);
    measured.forEach((name, both) -> print(name, both.apiSide, both.bareSide, both.ratios));
  }

  private void round(Both both, boolean apiFirst) {
    Load.Measured first = Load.measure(apiFirst ? both.api : both.bare, connections, slice);
    Load.Measured second = Load.measure(apiFirst ? both.bare : both.api, connections, slice);
    Load.Measured api = apiFirst ? first : second;
    Load.Measured bare = apiFirst ? second : first;
    both.apiSide.add(api);
    both.bareSide.add(bare);
    both.ratios.add(api.perSecond() / bare.perSecond());
  }

  /** Writes the API's current response to each target into a file. */
  private List<Path> bodies(List<Target> targets) {
    List<Path> files = new ArrayList<>();
    for (Target target : targets) {
      try (Connection connection = new Connection(target)) {
        Path file = folder.resolve("answer-" + files.size());
        files.add(Files.write(file, connection.ask()));
      } catch (IOException e) {
        throw new UncheckedIOException(target + " got no response", e);
      }
    }
    return files;
  }

  private void print(String request, Side api, Side bare, Samples ratios) {
    line(request, "API", api);
    line("", "bare", bare);
    chart
        .group(request, "per second")
        .measured("the API", api.perSecond)
        .baseline("a bare handler", bare.perSecond);
    out.printf(
        "%-18s ratio of the medians %.2f; of each round %.2f to %.2f, median %.2f%n",
        "",
        api.perSecond.median() / bare.perSecond.median(),
        ratios.min(),
        ratios.max(),
        ratios.median());
  }

  private void printClaims(Samples claims, Samples flushes) {
    line("POST a warm claim", "API", "1 at once", claims);
    line("fsync of 4 KiB", "disk", "", flushes);
    chart
        .group("POST a warm claim", "ms")
        .measured("the API", claims)
        .baseline("fsync of 4 KiB", flushes);
    out.printf(
        "%-18s a claim's p50 less an fsync's: %.2f ms%n",
        "", claims.percentile(0.5) - flushes.percentile(0.5));
  }

  private void line(String request, String server, Side side) {
    line(request, server, "%.0f".formatted(side.perSecond.median()), side.milliseconds);
  }

  private void line(String request, String server, String perSecond, Samples milliseconds) {
    out.printf(
        "%-18s %-8s %10s %6.2f ms %6.2f ms %6.2f ms%n",
        request,
        server,
        perSecond,
        milliseconds.percentile(0.5),
        milliseconds.percentile(0.9),
        milliseconds.percentile(0.99));
  }
}
