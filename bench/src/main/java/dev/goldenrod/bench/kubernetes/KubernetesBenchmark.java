package dev.goldenrod.bench.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.environment.ApiDatabases;
import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.environment.BenchEngine;
import dev.goldenrod.bench.launch.LaunchMeasurement;
import dev.goldenrod.bench.launch.LaunchMeasurement.Way;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.ProgressPrinter;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Creates a golden on Kubernetes, and compares its launches with those by kubectl. */
final class KubernetesBenchmark {
  private static final String SECRET = "bench-source";
  private static final String SOURCE = "source";

  private final Kubectl kubectl;
  private final ApiConnection api;
  private final ApiDatabases databases;
  private final BenchEngine engine = new BenchEngine.Postgres();
  private final ProgressPrinter progress;
  private final PrintStream out;

  /**
   * @param release the PostgreSQL release, for which the cluster must have an image
   */
  KubernetesBenchmark(
      Kubectl kubectl,
      ApiConnection api,
      String release,
      ProgressPrinter progress,
      PrintStream out) {
    this.kubectl = kubectl;
    this.api = api;
    this.databases = new ApiDatabases(api, engine, release);
    this.progress = progress;
    this.out = out;
  }

  /** Runs the benchmark, or throws a {@link BenchFailure} if it cannot be run here. */
  void run(GoldenSize size, int atOnce, int warmUps, int rounds) {
    progress.step("create a database of " + size.label(), () -> make(size));
    progress.step("import it as a golden", () -> importAs(size.golden()));
    databases.delete(SOURCE);
    ApiLauncher goldenrod = new ApiLauncher(api);
    goldenrod.launch(size.golden());
    CloneManifests manifests = CloneManifests.of(kubectl, goldenrod.last());
    goldenrod.removeAll();
    KubectlBaseline hand = new KubectlBaseline(kubectl, manifests, atOnce);
    Way byApi =
        new Way(
            "by the API",
            golden -> goldenrod.launch(golden.golden(), atOnce),
            goldenrod::removeAll);
    Way byHand = new Way("by hand", golden -> hand.launch(), hand::removeAll);
    LaunchMeasurement bench = new LaunchMeasurement(List.of(size), List.of(byApi, byHand));
    LaunchMeasurement.print(
        out,
        progress.step(
            "launch %d rounds of %d after %d to warm up".formatted(rounds, atOnce, warmUps),
            () -> bench.run(warmUps, rounds)));
  }

  private void make(GoldenSize size) {
    databases.create(SOURCE);
    try (Connection connection = databases.connect(SOURCE)) {
      engine.fill(connection, size);
    } catch (SQLException e) {
      throw new BenchFailure("the data of the golden cannot be created: " + e.getMessage(), e);
    }
  }

  private void importAs(String golden) {
    JsonNode connection = api.get("/v1/databases/" + SOURCE).path("connection");
    kubectl.runWith(
        connection.path("password").asText(),
        "create",
        "secret",
        "generic",
        SECRET,
        "--from-literal=username=" + connection.path("username").asText(),
        "--from-file=password=/dev/stdin");
    JsonNode source = api.post("/v1/sources", source(connection));
    JsonNode job =
        api.post("/v1/imports", Map.of("source_id", source.path("id").asText(), "golden", golden));
    String path = "/v1/imports/" + job.path("id").asText() + "?wait=60s";
    do {
      job = api.get(path);
    } while (!job.path("phase").asText().matches("Succeeded|Failed"));
    if (job.path("phase").asText().equals("Failed")) {
      throw new BenchFailure("the import failed: " + job.path("message").asText());
    }
  }

  private static Map<String, ?> source(JsonNode connection) {
    return Map.of(
        "kind",
        "rds",
        "scoped_creds_ref",
        SECRET,
        "config",
        Map.of(
            "host", connection.path("host").asText(),
            "port", connection.path("port").asInt(),
            "dbname", connection.path("database").asText()));
  }
}
