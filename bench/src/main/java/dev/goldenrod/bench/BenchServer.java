package dev.goldenrod.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Settings;
import dev.goldenrod.http.ClientConfig;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.server.client.ApiClient;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The API as it is served, on a store in a file, over a data plane that has nothing to do. */
final class BenchServer implements AutoCloseable {
  private static final String GOLDEN = "bench";
  private static final Settings NO_LIMIT =
      new Settings(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(10));

  private final JdbiStore store;
  private final ControlPlane control;
  private final HttpApi http;
  private final String token;
  private final ApiClient api;

  private BenchServer(JdbiStore store, ControlPlane control, HttpApi http, String token) {
    this.store = store;
    this.control = control;
    this.http = http;
    this.token = token;
    this.api = new ApiClient(URI.create("http://127.0.0.1:" + http.port()), token);
  }

  /** A server with one golden, and its store in a new file in the folder. */
  static BenchServer start(Path folder) {
    JdbiStore store = JdbiStore.h2(folder.resolve("store"));
    ControlPlane control =
        ControlPlane.builder()
            .store(store)
            .settings(NO_LIMIT)
            .dataPlane(new IdleDataPlane())
            .build();
    String token = control.members().bootstrapAdmin("bench@localhost", null).orElseThrow();
    control.start();
    ClientConfig images = new ClientConfig("agent", "operator", "router", "", "", "");
    HttpApi http = HttpApi.create(control, HttpOptions.of("bench", images)).start("127.0.0.1", 0);
    BenchServer server = new BenchServer(store, control, http, token);
    server.api.post(
        "/v1/snapshots/versions",
        Map.of("name", GOLDEN, "substrate", "postgres", "vsc_handle", "idle:" + GOLDEN));
    return server;
  }

  /** Launches so many instances, and returns the id of the last one when it is Ready. */
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

  /** GET of that instance. */
  Target getOne(String id) {
    return new Target(http.port(), "GET", "/v1/instances/" + id, token, "", 200);
  }

  /** GET of all instances. */
  Target getList() {
    return new Target(http.port(), "GET", "/v1/instances", token, "", 200);
  }

  /** POST of a launch. */
  Target postLaunch() {
    String body = "{\"golden\":\"%s\",\"ttl\":\"8h\"}".formatted(GOLDEN);
    return new Target(http.port(), "POST", "/v1/instances", token, body, 201);
  }

  @Override
  public void close() {
    http.stop();
    control.close();
    store.close();
  }
}
