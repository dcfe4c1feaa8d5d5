package dev.goldenrod.e2e;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.server.RunningServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a server after real use are exactly those listed in docs/metrics.md. */
@Tag("slow")
class MetricsPageIT {
  private static final Pattern ROW =
      Pattern.compile("^\\| `(goldenrod_\\w+)` \\| ([^|]*) \\|", Pattern.MULTILINE);
  private static final Pattern TYPE =
      Pattern.compile("^# TYPE (goldenrod_\\w+) \\w+$", Pattern.MULTILINE);
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  /** The metric of servers with TLS, which CertificateMetricTest covers. */
  private static final String OF_TLS = "goldenrod_certificate_expiry_timestamp_seconds";

  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir private Path folder;

  /** Removes the databases, which keep running after the server. */
  @AfterEach
  void purge() {
    LocalDataPlane.purge(folder);
  }

  @Test
  void the_page_lists_what_a_server_tells() throws Exception {
    Map<String, TreeSet<String>> listed = listed(Files.readString(Path.of("../docs/metrics.md")));

    listed.remove(OF_TLS);
    try (RunningServer server = RunningServer.startForTests(folder, Map.of())) {
      String token = Files.readString(server.adminTokenFile()).strip();
      use(ApiConnection.of(server.address(), token));

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(told(scrape(server, token))).isEqualTo(listed));
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(scrape(server, token))
                      .containsPattern("goldenrod_engines_running\\{type=\"postgresql\"\\} [1-9]")
                      .contains(
                          "goldenrod_launch_duration_seconds_count{golden=\"tea\",pool=\"true\"} 1",
                          "goldenrod_launch_duration_seconds_count{golden=\"tea\",pool=\"false\"} 1",
                          "goldenrod_import_duration_seconds_count{result=\"failed\"} 1",
                          "goldenrod_pool_target{golden=\"tea\",size=\"small\"} 1.0")
                      .doesNotContainPattern("goldenrod_standstill_duration_seconds_count 0"));
    }
  }

  private static void use(ApiConnection api) {
    String release = installedRelease(api);
    api.post("/v1/databases", Map.of("name", "tea", "type", "postgresql", "version", release));
    awaitIt(() -> status(api, "/v1/databases/tea").equals("running"));
    api.post("/v1/databases/tea/branches", Map.of("name", "green"));
    String snapshot =
        api.post("/v1/databases/tea/snapshots", Map.of("name", "first")).path("id").asText();
    awaitIt(
        () ->
            api.get("/v1/databases/tea/snapshots")
                .at("/snapshots/0/status")
                .asText()
                .equals("ready"));
    api.post(
        "/v1/snapshots/versions",
        Map.of("name", "tea", "substrate", "postgres", "vsc_handle", "snapshot:" + snapshot));
    Map<String, String> launch = Map.of("golden", "tea", "ttl", "8h");
    String first = api.post("/v1/instances", launch).path("id").asText();
    awaitIt(() -> api.get("/v1/instances/" + first).path("phase").asText().equals("Ready"));
    String pool = api.post("/v1/pools", Map.of("golden", "tea", "target", 1)).path("id").asText();
    awaitIt(() -> api.get("/v1/pools/" + pool).path("ready").asInt() == 1);
    api.post("/v1/instances", launch);
    api.put("/v1/databases/tea/snapshot-schedule", Map.of("cron", "0 3 * * *", "keep", 1));
    String source =
        api.post(
                "/v1/sources",
                Map.of(
                    "kind",
                    "rds",
                    "config",
                    Map.of("host", "127.0.0.1", "port", 1, "dbname", "x"),
                    "scoped_creds_ref",
                    "none"))
            .path("id")
            .asText();
    api.post("/v1/imports", Map.of("source_id", source, "golden", "milk"));
    awaitIt(() -> api.get("/v1/imports").at("/imports/0/phase").asText().equals("Failed"));
  }

  private static String installedRelease(ApiConnection api) {
    for (JsonNode engine : api.get("/v1/engines").path("engines")) {
      if (engine.path("type").asText().equals("postgresql")
          && engine.path("available").asBoolean()) {
        return engine.path("version").asText();
      }
    }
    throw new AssertionError("no PostgreSQL can run here");
  }

  private static String status(ApiConnection api, String path) {
    return api.get(path).path("status").asText();
  }

  private static void awaitIt(Callable<Boolean> so) {
    await().atMost(PATIENCE).until(so);
  }

  private static String scrape(RunningServer server, String token)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/metrics"))
            .header("Authorization", "Bearer " + token)
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static Map<String, TreeSet<String>> listed(String page) {
    Map<String, TreeSet<String>> metrics = new TreeMap<>();
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      metrics.put(
          row.group(1),
          Stream.of(row.group(2).split(","))
              .map(label -> label.replace("`", "").strip())
              .filter(label -> !label.isEmpty())
              .collect(toCollection(TreeSet::new)));
    }
    return metrics;
  }

  private static Map<String, TreeSet<String>> told(String scrape) {
    Map<String, TreeSet<String>> metrics = new TreeMap<>();
    Matcher type = TYPE.matcher(scrape);
    while (type.find()) {
      metrics.put(type.group(1), labels(scrape, type.group(1)));
    }
    return metrics;
  }

  private static TreeSet<String> labels(String scrape, String name) {
    TreeSet<String> labels = new TreeSet<>();
    Matcher series =
        Pattern.compile("^" + name + "(?:_bucket|_sum|_count)?\\{(.*)\\} \\S+$", Pattern.MULTILINE)
            .matcher(scrape);
    while (series.find()) {
      Matcher label = LABEL.matcher(series.group(1));
      while (label.find()) {
        labels.add(label.group(1));
      }
    }
    labels.remove("le");
    return labels;
  }
}
