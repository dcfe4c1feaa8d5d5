package dev.goldenrod.bench.agent;

import dev.goldenrod.bench.agent.Relay.Traffic;
import dev.goldenrod.bench.measure.Pause;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.server.ProgressPrinter;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures what many agents cost one server at rest, and how they reconnect after its restart. */
final class FleetBenchmark {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;
  private final int agents;
  private final int databases;
  private final Duration settling;
  private final ProgressPrinter progress;

  /**
   * @param databases the number of databases of each agent
   * @param settling the time for deferred work and JIT compilation to end before a measurement
   */
  FleetBenchmark(
      Path folder, int agents, int databases, Duration settling, ProgressPrinter progress) {
    this.folder = folder;
    this.agents = agents;
    this.databases = databases;
    this.settling = settling;
    this.progress = progress;
  }

  Figures run(Duration atRest) {
    try (FleetServer server = FleetServer.start(folder.resolve("server"));
        Relay relay = Relay.open();
        SimulatedAgents fleet =
            SimulatedAgents.start(URI.create("http://127.0.0.1:" + relay.port()))) {
      relay.directTo(server.port());
      progress.step(
          "connect %d agents and create %d databases on each".formatted(agents, databases),
          () -> populate(server, fleet));
      progress.step("wait until all databases run", () -> server.awaitRunning(PATIENCE));
      progress.step("wait until the load settles", () -> Pause.sleep(settling));
      Figures.AtRest rest =
          progress.step(
              "measure at rest for %d s".formatted(atRest.toSeconds()),
              () -> measure(server.process(), relay, atRest));
      Figures.Restart restart =
          progress.step("kill the server and start it", () -> restart(server, relay, fleet));
      return new Figures(agents, databases, rest, restart);
    }
  }

  /**
   * A new database goes to the oldest online cluster, so each agent connects before those of older
   * clusters.
   */
  private void populate(FleetServer server, SimulatedAgents fleet) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      tokens.add(server.register("edge-" + i));
    }
    for (int i = agents - 1; i >= 0; i--) {
      fleet.add(tokens.get(i));
      fleet.awaitConnected(1, PATIENCE);
      server.create("edge-" + i, databases);
    }
  }

  private static Figures.AtRest measure(ServerProcess server, Relay relay, Duration time) {
    Traffic before = relay.traffic();
    Duration processor = server.processorTime();
    Pause.sleep(time);
    Duration used = server.processorTime().minus(processor);
    Traffic traffic = relay.traffic().since(before);
    long threads = server.threads();
    long resident = server.residentBytes();
    return new Figures.AtRest(
        time, used, traffic, threads, resident, server.heapBytesAfterCollection());
  }

  private Figures.Restart restart(FleetServer server, Relay relay, SimulatedAgents fleet) {
    int attemptsBefore = relay.attempts().size();
    long killed = System.nanoTime();
    server.killAndStart();
    long listening = System.nanoTime();
    try (LivezProbe probe = LivezProbe.of(server.port())) {
      relay.directTo(server.port());
      fleet.awaitConnected(agents, PATIENCE);
      long online = System.nanoTime();
      server.awaitRunning(PATIENCE);
      Pause.sleep(settling);
      List<Long> attempts = relay.attempts().subList(attemptsBefore, relay.attempts().size());
      return new Figures.Restart(
          Duration.ofNanos(online - killed),
          Duration.ofNanos(online - listening),
          mostInASecond(attempts),
          mostInASecond(attempts.stream().filter(at -> at >= listening).toList()),
          probe.longest(),
          server.process().processorTime());
    }
  }

  static int mostInASecond(List<Long> ascending) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < ascending.size(); last++) {
      while (ascending.get(last) - ascending.get(first) >= 1_000_000_000L) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /**
   * The figures of many agents at one server.
   *
   * @param databases the number of databases of each agent
   */
  record Figures(int agents, int databases, AtRest rest, Restart restart) {
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

    void print(PrintStream out) {
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
}
