package dev.goldenrod.bench.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Pause;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Launches clones through Goldenrod's API. */
public final class ApiLauncher {
  private static final int NOT_FOUND = 404;
  private static final long PATIENCE_NANOS = 900_000_000_000L;

  private static final Duration POLL = Duration.ofMillis(10);

  private final ApiConnection api;
  private final Set<String> clones = new LinkedHashSet<>();

  public ApiLauncher(ApiConnection api) {
    this.api = api;
  }

  void register(String golden, Path data) {
    api.post(
        "/v1/snapshots/versions",
        Map.of("name", golden, "substrate", "postgres", "vsc_handle", "dir:" + data));
  }

  /** Launches a clone, and returns the milliseconds until it is Ready. */
  public double launch(String golden) {
    return launch(golden, 1);
  }

  /**
   * Launches a clone, and returns the milliseconds until it is Ready for a client that asks every
   * 10 ms instead of waiting for the answer.
   */
  public double launchPolling(String golden) {
    long begin = System.nanoTime();
    JsonNode launched = post(golden);
    awaitReady(golden, launched, begin + PATIENCE_NANOS, this::poll);
    return (System.nanoTime() - begin) / 1e6;
  }

  /** Launches clones at once, and returns the milliseconds until all are Ready. */
  public double launch(String golden, int count) {
    long begin = System.nanoTime();
    List<JsonNode> launched = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      launched.add(post(golden));
    }
    launched.forEach(
        instance -> awaitReady(golden, instance, begin + PATIENCE_NANOS, this::waitForChange));
    return (System.nanoTime() - begin) / 1e6;
  }

  private JsonNode post(String golden) {
    JsonNode launched = api.post("/v1/instances", Map.of("golden", golden, "ttl", "1h"));
    clones.add(launched.path("id").asText());
    return launched;
  }

  private JsonNode waitForChange(String path) {
    return api.get(path + "?wait=60s");
  }

  private JsonNode poll(String path) {
    Pause.sleep(POLL);
    return api.get(path);
  }

  private static void awaitReady(
      String golden, JsonNode launched, long latest, Function<String, JsonNode> next) {
    String path = path(launched.path("id").asText());
    JsonNode instance = launched;
    while (isUnderWay(instance) && System.nanoTime() < latest) {
      instance = next.apply(path);
    }
    if (!phase(instance).equals("Ready")) {
      throw new BenchFailure(
          "the clone of %s is %s: %s"
              .formatted(golden, phase(instance), instance.path("message").asText()));
    }
  }

  public String last() {
    return List.copyOf(clones).get(clones.size() - 1);
  }

  /** Deletes all clones of this launcher, and waits until they are gone. */
  public void removeAll() {
    for (String id : clones) {
      api.delete(path(id));
    }
    for (String id : List.copyOf(clones)) {
      awaitGone(id);
      clones.remove(id);
    }
  }

  private void awaitGone(String id) {
    try {
      while (phase(api.get(path(id) + "?wait=1s")).equals("Terminating")) {
        Thread.onSpinWait();
      }
    } catch (ApiException e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }

  private static boolean isUnderWay(JsonNode instance) {
    return Set.of("Pending", "Provisioning").contains(phase(instance));
  }

  private static String phase(JsonNode instance) {
    return instance.path("phase").asText();
  }

  private static String path(String id) {
    return "/v1/instances/" + id;
  }
}
