package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.ProgressPrinter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * The demo: makes a golden from a source and two clones from the golden, and shows that writes to
 * one clone do not affect the other. Each claim is verified; {@link DemoFailure} ends the demo.
 */
final class Demo {
  private static final String GOLDEN = "shop";
  private static final int PURCHASES = 40_000;
  private static final int MORE_PURCHASES = 10_000;

  private final ApiConnection api;
  private final ScratchPostgres source;
  private final VersionMaker versions;
  private final ProgressPrinter progress;

  /**
   * @param source a running database without tables
   */
  Demo(ApiConnection api, ScratchPostgres source, VersionMaker versions, ProgressPrinter progress) {
    this.api = api;
    this.source = source;
    this.versions = versions;
    this.progress = progress;
  }

  void run() {
    fillSource();
    versions.make(GOLDEN);
    DemoClone first = launch("launch a clone");
    DemoClone second = launch("launch another clone");
    showIsolation(first, second);
    showReset(first);
    changeSource();
    versions.make(GOLDEN);
    showRefresh(first, second);
    new DatabaseTour(api, progress).run();
  }

  private void fillSource() {
    progress.step(
        "fill the source database with sample data",
        () ->
            withSource(
                connection -> {
                  Shop.create(connection);
                  Shop.order(connection, PURCHASES);
                }));
    progress.say("source: " + source.uri());
  }

  private DemoClone launch(String title) {
    DemoClone clone =
        progress.step(
            title,
            () -> {
              JsonNode instance = api.post("/v1/instances", Map.of("golden", GOLDEN, "ttl", "8h"));
              String id = instance.path("id").asText();
              awaitReady(id);
              return DemoClone.of(id, api.get("/v1/instances/" + id + "/credentials"));
            });
    progress.say("psql '" + clone.uri() + "'");
    return clone;
  }

  private void showIsolation(DemoClone first, DemoClone second) {
    progress.step(
        "delete all purchases in the first clone",
        () -> {
          first.with(Shop::forgetAll);
          expect("purchases in the first clone", 0, count(first));
          expect("purchases in the second clone", PURCHASES, count(second));
        });
    progress.say("first clone: 0 purchases; second clone: still " + PURCHASES);
  }

  private void showReset(DemoClone first) {
    progress.step(
        "reset the first clone",
        () -> {
          api.post("/v1/instances/" + first.id() + "/reset", Map.of());
          awaitReady(first.id());
          expect("purchases in the first clone", PURCHASES, count(first));
        });
    progress.say("first clone: " + PURCHASES + " purchases again, at the same connection string");
  }

  private void changeSource() {
    progress.step(
        "add " + MORE_PURCHASES + " purchases to the source",
        () -> withSource(connection -> Shop.order(connection, MORE_PURCHASES)));
  }

  private void showRefresh(DemoClone first, DemoClone second) {
    progress.step(
        "refresh the second clone onto version 2",
        () -> {
          api.post("/v1/instances/" + second.id() + "/refresh", Map.of());
          awaitReady(second.id());
          expect("purchases in the second clone", PURCHASES + MORE_PURCHASES, count(second));
          expect("purchases in the first clone", PURCHASES, count(first));
        });
    progress.say(
        "second clone: %d purchases, at the same connection string; first clone: still %d"
            .formatted(PURCHASES + MORE_PURCHASES, PURCHASES));
  }

  private void awaitReady(String id) {
    JsonNode instance = api.get("/v1/instances/" + id + "?wait=60s");
    if (!instance.path("phase").asText().equals("Ready")) {
      throw new DemoFailure(
          "clone %s is %s, not Ready after a minute: %s"
              .formatted(id, instance.path("phase").asText(), instance.path("message").asText()));
    }
  }

  private void withSource(SqlWork work) {
    source.resume();
    try (Connection connection = source.connect()) {
      work.on(connection);
    } catch (SQLException e) {
      throw new DemoFailure("the source failed: " + e.getMessage(), e);
    }
  }

  private static long count(DemoClone clone) {
    return clone.with(Shop::purchases);
  }

  static void expect(String what, long expected, long found) {
    if (expected != found) {
      throw new DemoFailure("%s: expected %d, found %d".formatted(what, expected, found));
    }
  }

  private interface SqlWork {
    void on(Connection connection) throws SQLException;
  }
}
