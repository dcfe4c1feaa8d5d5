package dev.goldenrod.bench.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** Creates databases through Goldenrod's API. */
public final class ApiDatabases {
  private static final int NOT_FOUND = 404;
  private static final long PATIENCE_NANOS = 300_000_000_000L;

  private final ApiConnection api;
  private final BenchEngine engine;
  private final String version;

  public ApiDatabases(ApiConnection api, BenchEngine engine, String version) {
    this.api = api;
    this.engine = engine;
    this.version = version;
  }

  /** Creates an empty database, and returns the milliseconds until it runs. */
  public double create(String name) {
    return untilRunning(
        "/v1/databases", Map.of("name", name, "type", engine.type(), "version", version));
  }

  /** Creates a branch, and returns the milliseconds until it runs. */
  public double branch(String of, String name) {
    return untilRunning("/v1/databases/" + of + "/branches", Map.of("name", name));
  }

  private double untilRunning(String path, Map<String, String> body) {
    long begin = System.nanoTime();
    JsonNode made = api.post(path, body);
    while (made.path("status").asText().equals("provisioning")
        && System.nanoTime() - begin < PATIENCE_NANOS) {
      made = api.get("/v1/databases/" + body.get("name") + "?wait=60s");
    }
    return milliseconds(begin, path, made, "running");
  }

  /** Takes a snapshot, and returns the milliseconds until it is ready. */
  public double snapshot(String of, String name) {
    String path = "/v1/databases/" + of + "/snapshots";
    long begin = System.nanoTime();
    JsonNode made = api.post(path, Map.of("name", name));
    return milliseconds(begin, path, made, "ready");
  }

  private static double milliseconds(long begin, String path, JsonNode made, String wanted) {
    long end = System.nanoTime();
    if (!made.path("status").asText().equals(wanted)) {
      throw new BenchFailure(
          "%s of POST %s is %s: %s"
              .formatted(
                  made.path("name").asText(),
                  path,
                  made.path("status").asText(),
                  made.path("message").asText()));
    }
    return (end - begin) / 1e6;
  }

  public Connection connect(String name) throws SQLException {
    JsonNode connection = api.get("/v1/databases/" + name).path("connection");
    String url =
        engine.url(
            connection.path("host").asText(),
            connection.path("port").asInt(),
            connection.path("database").asText());
    return DriverManager.getConnection(
        url, connection.path("username").asText(), connection.path("password").asText());
  }

  public void deleteSnapshots(String of) {
    String path = "/v1/databases/" + of + "/snapshots";
    for (JsonNode snapshot : api.get(path).path("snapshots")) {
      api.delete("/v1/snapshots/" + snapshot.path("id").asText());
    }
    while (!api.get(path).path("snapshots").isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** Deletes the database, and waits until it is gone. */
  public void delete(String name) {
    api.delete("/v1/databases/" + name);
    try {
      while (true) {
        api.get("/v1/databases/" + name + "?wait=1s");
      }
    } catch (ApiException e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }
}
