package dev.goldenrod.bench.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Pause;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.cli.Main;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** A server process without a data plane of its own, which can be killed and restarted. */
final class FleetServer implements AutoCloseable {
  private static final String MANY = "1000000";

  private final Path dataDir;
  private final String token = UUID.randomUUID().toString();
  private ServerProcess process;
  private URI address;
  private ApiConnection api;

  private FleetServer(Path dataDir) {
    this.dataDir = dataDir;
    start();
  }

  static FleetServer start(Path dataDir) {
    return new FleetServer(dataDir);
  }

  private void start() {
    process =
        ServerProcess.start(
            Main.class,
            List.of(
                "serve", "--port", "0", "--data-plane", "none", "--data-dir", dataDir.toString()),
            Map.of(
                "GOLDENROD_ADMIN_TOKEN", token,
                "GOLDENROD_MAX_DATABASES_PER_USER", MANY,
                "GOLDENROD_MAX_DATABASES_PER_ORG", MANY));
    address = process.address();
    api = ApiConnection.withoutRetries(address, token);
  }

  void killAndStart() {
    process.kill();
    start();
  }

  int port() {
    return address.getPort();
  }

  ServerProcess process() {
    return process;
  }

  String register(String cluster) {
    return api.post("/v1/clusters", Map.of("name", cluster)).path("agent_token").asText();
  }

  /** Creates databases concurrently. They go to the oldest online cluster. */
  void create(String prefix, int count) {
    IntStream.rangeClosed(1, count)
        .parallel()
        .forEach(
            number ->
                api.post(
                    "/v1/databases",
                    Map.of("name", prefix + "-" + number, "type", "postgresql", "version", "15")));
  }

  /** Waits until all databases run, or throws a {@link BenchFailure} on timeout. */
  void awaitRunning(Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    long under = notRunning();
    while (under > 0) {
      if (System.nanoTime() > until) {
        throw new BenchFailure(
            "%d databases are not running after %d seconds".formatted(under, atMost.toSeconds()));
      }
      Pause.sleep(Duration.ofSeconds(1));
      under = notRunning();
    }
  }

  private long notRunning() {
    JsonNode databases = api.get("/v1/databases").path("databases");
    return StreamSupport.stream(databases.spliterator(), false)
        .filter(one -> !one.path("status").asText().equals("running"))
        .count();
  }

  @Override
  public void close() {
    process.terminate();
  }
}
