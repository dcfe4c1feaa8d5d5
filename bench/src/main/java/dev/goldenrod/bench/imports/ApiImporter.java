package dev.goldenrod.bench.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.util.List;
import java.util.Map;

/** Imports one source through Goldenrod's API. */
final class ApiImporter {
  private final BenchContext context;
  private final String name;
  private final String sourceId;
  private String golden = "";
  private String last = "";
  private int count;

  private ApiImporter(BenchContext context, String name, String sourceId) {
    this.context = context;
    this.name = name;
    this.sourceId = sourceId;
  }

  /** Registers the source. */
  static ApiImporter of(BenchContext context, SourceSize size, ScratchPostgres source) {
    DataDirectory.secretsIn(context.dataDir()).put(size.golden(), null, source.password());
    Map<String, Object> config =
        Map.of(
            "host", source.host(),
            "port", source.port(),
            "dbname", source.database(),
            "username", source.database());
    JsonNode registered =
        context
            .api()
            .post(
                "/v1/sources",
                Map.of("kind", "rds", "config", config, "scoped_creds_ref", size.golden()));
    return new ApiImporter(context, size.golden(), registered.path("id").asText());
  }

  /** Imports the source, and returns the milliseconds until Succeeded. */
  double run() {
    // The golden of the last round may still be in deletion.
    golden = name + "-" + ++count;
    long begin = System.nanoTime();
    JsonNode job =
        context.api().post("/v1/imports", Map.of("source_id", sourceId, "golden", golden));
    last = "/v1/imports/" + job.path("id").asText();
    while (!isOver(job)) {
      job = context.api().get(last + "?wait=50s");
    }
    if (phase(job).equals("Failed")) {
      throw new BenchFailure("the import failed: " + job.path("message").asText());
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  /** Deletes the last import and its golden, to free its space. */
  void remove() {
    context.api().delete(last);
    for (JsonNode made : context.api().get("/v1/snapshots").path("snapshots")) {
      if (made.path("name").asText().equals(golden)) {
        context.api().delete("/v1/snapshots/" + made.path("id").asText());
      }
    }
  }

  private static boolean isOver(JsonNode job) {
    return List.of("Succeeded", "Failed").contains(phase(job));
  }

  private static String phase(JsonNode job) {
    return job.path("phase").asText();
  }
}
