package dev.goldenrod.bench.agent;

import dev.goldenrod.bench.agent.Relay.Traffic;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The figures of many agents at one server.
 *
 * @param databases the number of databases of each agent
 */
public record FleetFigures(int agents, int databases, AtRest rest, Restart restart) {
  private static final double MIB = 1 << 20;

  /**
   * The figures at rest.
   *
   * @param processor the server's processor time
   * @param heapBytes the server's heap after a garbage collection
   */
  record AtRest(
      Duration time,
      Duration processor,
      Traffic traffic,
      long threads,
      long residentBytes,
      long heapBytes) {}

  /**
   * The figures of a server that was killed and started again, as times until all agents were
   * connected and as connection attempts within one second. Served attempts are those since the
   * server listened.
   *
   * @param longestLivez in milliseconds
   * @param processor the new server's processor time until it was at rest
   */
  record Restart(
      Duration sinceKill,
      Duration sinceListening,
      int mostAttempts,
      int mostServed,
      double longestLivez,
      Duration processor) {}

  public void print(PrintStream out) {
    out.printf("%n%d agents of %d databases each, at rest%n", agents, databases);
    line(out, "heap of the server", rest.heapBytes() / MIB, "MiB");
    line(out, "resident memory", rest.residentBytes() / MIB, "MiB");
    line(out, "threads", rest.threads(), "");
    line(out, "processor time", perMinute(rest.processor().toMillis() / 1000.0), "s a minute");
    Traffic traffic = rest.traffic();
    line(out, "messages to the server", perDatabase(traffic.textsUp()), "a database and minute");
    line(out, "messages to agents", perDatabase(traffic.textsDown()), "a database and minute");
    line(out, "bytes to the server", perDatabase(traffic.bytesUp()), "a database and minute");
    line(out, "bytes to agents", perDatabase(traffic.bytesDown()), "a database and minute");
    out.printf("the server killed and started again%n");
    line(out, "all online after", restart.sinceKill().toMillis() / 1000.0, "s");
    line(out, "after it listens", restart.sinceListening().toMillis() / 1000.0, "s");
    line(out, "most connections tried", restart.mostAttempts(), "in a second");
    line(out, "while it listens", restart.mostServed(), "in a second");
    line(out, "longest /livez", restart.longestLivez(), "ms");
    line(out, "processor time until rest", restart.processor().toMillis() / 1000.0, "s");
  }

  private double perDatabase(long count) {
    return perMinute((double) count / agents / databases);
  }

  private double perMinute(double value) {
    return value * 60_000 / rest.time().toMillis();
  }

  private static void line(PrintStream out, String name, double value, String unit) {
    out.printf("  %-26s %10.2f %s%n", name, value, unit);
  }
}
