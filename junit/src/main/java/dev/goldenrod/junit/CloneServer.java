package dev.goldenrod.junit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.instance.Credentials;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Launches clones on a server, and makes the goldens that they are of. Thread-safe. */
final class CloneServer {
  private static final String TTL = "24h";
  static final int WARM = 2;

  private final Api api;
  private final Coordination coordination;
  private final GoldenMaker maker;
  private final Map<Golden, String> made = new ConcurrentHashMap<>();

  CloneServer(Api api, Coordination coordination) {
    this.api = api;
    this.coordination = coordination;
    this.maker = new GoldenMaker(api, coordination, name -> launch(name).close());
  }

  /**
   * A clone that takes connections.
   *
   * @param warm how many the server is to keep ready, unless another build told it already
   * @throws GoldenrodException when there is none; the message says why
   */
  CloneLease launch(Golden golden, int warm) {
    return launch(made.computeIfAbsent(golden, missing -> make(missing, warm)));
  }

  private String make(Golden golden, int warm) {
    String name = maker.ensure(golden);
    if (warm > 0 && !hasPool(name)) {
      api.post("/v1/pools", Map.of("golden", name, "size", "small", "target", warm));
    }
    return name;
  }

  private CloneLease launch(String name) {
    JsonNode clone = api.post("/v1/instances", Map.of("golden", name, "ttl", TTL));
    String id = clone.path("id").asText();
    coordination.launched(id);
    return new CloneLease(api, id, credentials(ready(clone)));
  }

  private boolean hasPool(String golden) {
    for (JsonNode pool : api.get("/v1/pools").path("pools")) {
      if (pool.path("golden").asText().equals(golden)) {
        return true;
      }
    }
    return false;
  }

  private JsonNode ready(JsonNode launched) {
    String path = "/v1/instances/" + launched.path("id").asText();
    JsonNode seen = launched;
    while (!seen.path("phase").asText().equals("Ready")) {
      if (seen.path("phase").asText().equals("Failed")) {
        throw new GoldenrodException("no clone: " + seen.path("message").asText());
      }
      seen = api.get(path + "?wait=60s");
    }
    return seen;
  }

  private Credentials credentials(JsonNode clone) {
    return Logins.of(
        api.get("/v1/instances/" + clone.path("id").asText() + "/credentials"), "dbname");
  }
}
