package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.client.NoAnswerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** A member's operations on databases over HTTP. The server may be restarted between calls. */
final class DatabaseMember {
  private static final List<String> AT_REST = List.of("running", "stopped");
  private static final String OFFLINE = "data-plane agent offline";
  private static final Executor THREADS = task -> new Thread(task, "request").start();

  private final ServerProcess server;

  DatabaseMember(ServerProcess server) {
    this.server = server;
  }

  /**
   * Returns whether there was an answer, other than an offline agent; fails if it was a rejection.
   */
  CompletableFuture<Boolean> create(String name) {
    return create(name, version());
  }

  CompletableFuture<Boolean> create(String name, String version) {
    return answered(
        () ->
            server
                .api()
                .post(
                    "/v1/databases",
                    Map.of("name", name, "type", "postgresql", "version", version)));
  }

  CompletableFuture<Boolean> branch(String database, String name) {
    return answered(
        () -> server.api().post("/v1/databases/" + database + "/branches", Map.of("name", name)));
  }

  CompletableFuture<Boolean> branchOfSnapshot(String snapshotId, String name) {
    return answered(
        () -> server.api().post("/v1/snapshots/" + snapshotId + "/branches", Map.of("name", name)));
  }

  CompletableFuture<Boolean> takeSnapshot(String database, String name) {
    return answered(
        () -> server.api().post("/v1/databases/" + database + "/snapshots", Map.of("name", name)));
  }

  CompletableFuture<Boolean> change(String database, String verb) {
    return answered(() -> server.api().post("/v1/databases/" + database + "/" + verb, Map.of()));
  }

  CompletableFuture<Boolean> delete(String database) {
    return answered(() -> server.api().delete("/v1/databases/" + database + "?force=true"));
  }

  private static CompletableFuture<Boolean> answered(Runnable request) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            request.run();
            return true;
          } catch (ClientException e) {
            if (e instanceof NoAnswerException || e.getMessage().contains(OFFLINE)) {
              return false;
            }
            throw e;
          }
        },
        THREADS);
  }

  /** Waits until no database is changing and returns them by name. */
  Map<String, JsonNode> awaitRest() {
    return await("databases at rest")
        .until(
            this::all,
            all ->
                all.values().stream()
                    .allMatch(one -> AT_REST.contains(one.path("status").asText())));
  }

  Map<String, JsonNode> all() {
    Map<String, JsonNode> byName = new HashMap<>();
    server
        .api()
        .get("/v1/databases")
        .path("databases")
        .forEach(one -> byName.put(one.path("name").asText(), one));
    return byName;
  }

  List<JsonNode> awaitSnapshots(String database) {
    return await("snapshots are ready")
        .until(
            () -> snapshots(database),
            all -> all.stream().allMatch(one -> one.path("status").asText().equals("ready")));
  }

  List<JsonNode> snapshots(String database) {
    List<JsonNode> all = new ArrayList<>();
    server
        .api()
        .get("/v1/databases/" + database + "/snapshots")
        .path("snapshots")
        .forEach(all::add);
    return all;
  }

  /** Waits for connections, because the status of a killed database is updated with a delay. */
  Member.Clone login(String database) {
    return login(database, () -> false);
  }

  Member.Clone login(String database, BooleanSupplier vain) {
    Member.Clone login = credentials(database, vain);
    await("database " + database + " answers")
        .until(() -> vain.getAsBoolean() || login.answers(), Boolean::booleanValue);
    return login;
  }

  private Member.Clone credentials(String database, BooleanSupplier vain) {
    JsonNode found =
        await("database " + database + " has a login")
            .until(
                () -> server.api().get("/v1/databases/" + database),
                one -> vain.getAsBoolean() || one.path("url").isTextual());
    JsonNode connection = found.path("connection");
    return new Member.Clone(
        found.path("id").asText(),
        connection.path("host").asText(),
        connection.path("port").asInt(),
        connection.path("database").asText(),
        connection.path("username").asText(),
        connection.path("password").asText());
  }

  void deleteAll() {
    all().keySet().forEach(name -> delete(name).join());
    await("databases are gone").until(this::all, Map::isEmpty);
  }

  private String version() {
    for (JsonNode one : server.api().get("/v1/engines").path("engines")) {
      if (one.path("type").asText().equals("postgresql") && one.path("available").asBoolean()) {
        return one.path("version").asText();
      }
    }
    throw new AssertionError("no PostgreSQL is available");
  }
}
