package dev.goldenrod.bench.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.Samples;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.client.ApiConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;

/** A server process with the API, and the requests that are measured. */
final class MeasuredServer implements AutoCloseable {
  private static final String GOLDEN = "bench";
  private static final int POOL = 10;
  private static final long POLL_NANOS = 10_000_000;

  private final ServerProcess process;
  private final int port;
  private final String token;
  private final ApiConnection api;

  private MeasuredServer(ServerProcess process) {
    this.process = process;
    this.port = Integer.parseInt(process.announced().get(0));
    this.token = process.announced().get(1);
    this.api = ApiConnection.withoutRetries(URI.create("http://127.0.0.1:" + port), token);
  }

  static MeasuredServer start(Path folder) {
    return start(List.of(folder.toString()));
  }

  /**
   * Starts a server with seeded rows of each kind in a new store.
   *
   * @param gone the number of further databases, which the benchmark deletes
   */
  static MeasuredServer start(Path folder, int rows, int gone) {
    return start(List.of(folder.toString(), String.valueOf(rows), String.valueOf(gone)));
  }

  private static MeasuredServer start(List<String> arguments) {
    MeasuredServer server = new MeasuredServer(ServerProcess.start(BenchServer.class, arguments));
    server.api.post(
        "/v1/snapshots/versions",
        Map.of("name", GOLDEN, "substrate", "postgres", "vsc_handle", "idle:" + GOLDEN));
    return server;
  }

  /** Launches instances, waits until the last one is Ready, and returns its id. */
  String launch(int count) {
    String id = "";
    for (int i = 0; i < count; i++) {
      id = api.post("/v1/instances", Map.of("golden", GOLDEN, "ttl", "8h")).path("id").asText();
    }
    JsonNode last = api.get("/v1/instances/" + id + "?wait=60s");
    if (!last.path("phase").asText().equals("Ready")) {
      throw new BenchFailure("instance " + id + " is " + last.path("phase").asText());
    }
    return id;
  }

  /** Deletes all instances, since real organizations have a few hundred at most. */
  void clear() {
    while (!instances().isEmpty()) {
      StreamSupport.stream(instances().spliterator(), true)
          .filter(one -> !one.path("phase").asText().equals("Terminating"))
          .forEach(one -> api.delete("/v1/instances/" + one.path("id").asText()));
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private JsonNode instances() {
    return api.get("/v1/instances").path("instances");
  }

  /** Takes warm clones, and returns the milliseconds until each response. */
  Samples claim(int count) {
    return claim(count, () -> {});
  }

  /**
   * Takes warm clones.
   *
   * @param beforeEach runs while the pool is full and the server is idle
   */
  Samples claim(int count, Runnable beforeEach) {
    String pool =
        api.post("/v1/pools", Map.of("golden", GOLDEN, "target", POOL)).path("id").asText();
    Samples milliseconds = new Samples();
    try (Connection connection = new Connection(postLaunch())) {
      for (int i = 0; i < count; i++) {
        awaitFull(pool);
        beforeEach.run();
        long begun = System.nanoTime();
        byte[] answer = connection.ask();
        milliseconds.add((System.nanoTime() - begun) / 1e6);
        requireWarm(new String(answer, StandardCharsets.UTF_8));
      }
      return milliseconds;
    } catch (IOException e) {
      throw new UncheckedIOException("a launch got no response", e);
    }
  }

  private void awaitFull(String pool) {
    while (api.get("/v1/pools/" + pool).path("ready").asInt() < POOL) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void requireWarm(String launched) {
    if (!launched.contains("\"phase\":\"Ready\"")) {
      throw new BenchFailure("a launch got no warm clone: " + launched);
    }
  }

  Target getOne(String id) {
    return new Target(port, "GET", "/v1/instances/" + id, token, "", 200);
  }

  Target getList() {
    return new Target(port, "GET", "/v1/instances", token, "", 200);
  }

  Target getBranch() {
    return new Target(port, "GET", "/v1/databases/" + SeededRows.BRANCH, token, "", 200);
  }

  /** Returns a request for the first page of databases. */
  Target getPage() {
    return new Target(port, "GET", "/v1/databases?limit=100", token, "", 200);
  }

  Target delete(int number) {
    String path = "/v1/databases/" + SeededRows.GONE + number;
    return new Target(port, "DELETE", path, token, "", 202);
  }

  Target postLaunch() {
    String body = "{\"golden\":\"%s\",\"ttl\":\"8h\"}".formatted(GOLDEN);
    return new Target(port, "POST", "/v1/instances", token, body, 201);
  }

  @Override
  public void close() {
    process.close();
  }
}
