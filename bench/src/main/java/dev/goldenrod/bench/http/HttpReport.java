package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;

final class HttpReport {
  static final class Side {
    private final Samples perSecond = new Samples();
    private final Samples milliseconds = new Samples();

    void add(Load.Measured round) {
      perSecond.add(round.perSecond());
      milliseconds.addAll(round.milliseconds());
    }
  }

  private final PrintStream out;

  HttpReport(PrintStream out, int connections) {
    this.out = out;
    out.printf(
        "%n%-18s %-8s %10s %9s %9s %9s   (%d connections)%n",
        "request", "server", "per second", "p50", "p90", "p99", connections);
  }

  void print(String request, Side api, Side bare, Samples ratios) {
    line(request, "API", api);
    line("", "bare", bare);
    out.printf(
        "%-18s ratio of the medians %.2f; of each round %.2f to %.2f, median %.2f%n",
        "",
        api.perSecond.median() / bare.perSecond.median(),
        ratios.min(),
        ratios.max(),
        ratios.median());
  }

  static void printClaims(PrintStream out, Samples milliseconds) {
    out.printf(
        "%-18s %-8s %10s %6.2f ms %6.2f ms %6.2f ms   (1 connection)%n",
        "POST a warm claim",
        "API",
        "",
        milliseconds.percentile(0.5),
        milliseconds.percentile(0.9),
        milliseconds.percentile(0.99));
  }

  private void line(String request, String server, Side side) {
    out.printf(
        "%-18s %-8s %10.0f %6.2f ms %6.2f ms %6.2f ms%n",
        request,
        server,
        side.perSecond.median(),
        side.milliseconds.percentile(0.5),
        side.milliseconds.percentile(0.9),
        side.milliseconds.percentile(0.99));
  }
}
