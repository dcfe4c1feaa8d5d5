package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.server.ProgressPrinter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** The second part of the demo: a long-lived database, a branch, its changes, its promotion. */
final class DatabaseTour {
  private static final String MAIN = "orders";
  private static final String BRANCH = "orders-next";
  private static final String FORMER = MAIN + "-old-1";
  private static final int CUSTOMERS = 2000;
  private static final int CONFLICT = 409;

  private final ApiConnection api;
  private final ProgressPrinter progress;

  DatabaseTour(ApiConnection api, ProgressPrinter progress) {
    this.api = api;
    this.progress = progress;
  }

  void run() {
    DemoClone main = create();
    DemoClone branch = branch();
    change(main, branch);
    showChanges();
    promote(main);
  }

  private DemoClone create() {
    DemoClone main =
        progress.step(
            "create a database",
            () -> {
              DemoClone made =
                  made(
                      "/v1/databases",
                      Map.of("name", MAIN, "type", "postgresql", "version", version()));
              made.with(
                  connection -> {
                    Shop.create(connection);
                    return true;
                  });
              return made;
            });
    progress.say("psql '" + main.uri() + "'");
    return main;
  }

  /** Returns the newest version with all tools, otherwise the bundled one. */
  private String version() {
    return available(origin -> !origin.equals("bundled"))
        .or(() -> available(origin -> true))
        .orElseThrow(() -> new DemoFailure("no version of postgresql can run on this machine"));
  }

  private Optional<String> available(Predicate<String> origin) {
    return StreamSupport.stream(api.get("/v1/engines").path("engines").spliterator(), false)
        .filter(engine -> engine.path("type").asText().equals("postgresql"))
        .filter(engine -> engine.path("available").asBoolean())
        .filter(engine -> origin.test(engine.path("origin").asText()))
        .map(engine -> engine.path("version").asText())
        .reduce((older, newer) -> newer);
  }

  private DemoClone branch() {
    DemoClone branch =
        progress.step(
            "create a branch of it",
            () -> made("/v1/databases/" + MAIN + "/branches", Map.of("name", BRANCH)));
    progress.say("psql '" + branch.uri() + "'");
    return branch;
  }

  private DemoClone made(String path, Map<String, String> body) {
    JsonNode database = api.post(path, body);
    requireRunning(database);
    return DemoClone.ofDatabase(database);
  }

  private static void requireRunning(JsonNode database) {
    if (!database.path("status").asText().equals("running")) {
      throw new DemoFailure(
          "database %s is %s, not running: %s"
              .formatted(
                  database.path("name").asText(),
                  database.path("status").asText(),
                  database.path("message").asText()));
    }
  }

  private void change(DemoClone main, DemoClone branch) {
    progress.step(
        "change the schema in the branch",
        () -> {
          Demo.expect("addresses in the branch", CUSTOMERS, branch.with(Shop::addAddresses));
          Demo.expect("addresses in the main", 0, main.with(Shop::addresses));
        });
    progress.say("branch: one more table and column; main: unchanged");
  }

  /**
   * Prints why there are no changes if only the bundled PostgreSQL, without pg_dump, is available.
   */
  private void showChanges() {
    String sql =
        progress.step(
            "get the changes as SQL, tested on a copy of the main",
            () -> {
              try {
                return api.getText("/v1/databases/" + BRANCH + "/schema-changes");
              } catch (ApiException e) {
                if (e.status() == CONFLICT) {
                  return "-- " + e.getMessage();
                }
                throw e;
              }
            });
    sql.lines().filter(line -> !line.isBlank()).forEach(progress::say);
  }

  private void promote(DemoClone main) {
    progress.step(
        "promote the branch",
        () -> {
          requireRunning(api.post("/v1/databases/" + BRANCH + "/promote", Map.of()));
          Demo.expect("addresses in the main", CUSTOMERS, main.with(Shop::addresses));
          requireRunning(api.get("/v1/databases/" + FORMER + "?wait=60s"));
        });
    progress.say("main: %d addresses, at the same connection string".formatted(CUSTOMERS));
    progress.say("the previous main is now its branch " + FORMER);
  }
}
