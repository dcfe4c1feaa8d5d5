package dev.goldenrod.bench.agent;

import dev.goldenrod.bench.agent.FleetFigures.AtRest;
import dev.goldenrod.bench.agent.FleetFigures.Restart;
import dev.goldenrod.bench.agent.Relay.Traffic;
import dev.goldenrod.bench.measure.ProcessUsage;
import dev.goldenrod.server.ProgressPrinter;
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

  FleetFigures run(Duration atRest) {
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
      AtRest rest =
          progress.step(
              "measure at rest for %d s".formatted(atRest.toSeconds()),
              () -> measure(server.usage(), relay, atRest));
      Restart restart =
          progress.step("kill the server and start it", () -> restart(server, relay, fleet));
      return new FleetFigures(agents, databases, rest, restart);
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

  private static AtRest measure(ProcessUsage server, Relay relay, Duration time) {
    Traffic before = relay.traffic();
    Duration processor = server.processorTime();
    Pause.sleep(time);
    Duration used = server.processorTime().minus(processor);
    Traffic traffic = relay.traffic().since(before);
    long threads = server.threads();
    long resident = server.residentBytes();
    return new AtRest(time, used, traffic, threads, resident, server.heapBytesAfterCollection());
  }

  private Restart restart(FleetServer server, Relay relay, SimulatedAgents fleet) {
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
      return new Restart(
          Duration.ofNanos(online - killed),
          Duration.ofNanos(online - listening),
          mostInASecond(attempts),
          mostInASecond(attempts.stream().filter(at -> at >= listening).toList()),
          probe.longest(),
          server.usage().processorTime());
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
}
