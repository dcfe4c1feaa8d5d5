package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.ProgressPrinter;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Creates golden versions by importing the running source with dump and restore. */
final class ImportingVersionMaker implements Demo.VersionMaker {
  private static final long POLL_NANOS = 150_000_000;

  private final ApiConnection api;
  private final ProgressPrinter progress;
  private final String sourceId;

  private ImportingVersionMaker(ApiConnection api, ProgressPrinter progress, String sourceId) {
    this.api = api;
    this.progress = progress;
    this.sourceId = sourceId;
  }

  /** Registers the source; {@code secret} names the secret with its password. */
  static ImportingVersionMaker of(
      ScratchPostgres source, String secret, ApiConnection api, ProgressPrinter progress) {
    JsonNode registered =
        api.post(
            "/v1/sources",
            Map.of(
                "kind",
                "rds",
                "config",
                Map.of(
                    "host", source.host(),
                    "port", source.port(),
                    "dbname", source.database(),
                    "username", source.database()),
                "scoped_creds_ref",
                secret));
    return new ImportingVersionMaker(api, progress, registered.path("id").asText());
  }

  @Override
  public void make(String golden) {
    JsonNode made =
        progress.step("import the source into golden '" + golden + "'", () -> run(golden));
    progress.say(
        "golden '%s' has version %d, %d MB"
            .formatted(
                golden, made.path("version").asInt(), made.path("size_bytes").asLong() >> 20));
  }

  private JsonNode run(String golden) {
    JsonNode job = api.post("/v1/imports", Map.of("source_id", sourceId, "golden", golden));
    String path = "/v1/imports/" + job.path("id").asText();
    while (!isOver(job)) {
      progress.progress(job.path("phase").asText(), "");
      LockSupport.parkNanos(POLL_NANOS);
      job = api.get(path);
    }
    if (job.path("phase").asText().equals("Failed")) {
      throw new DemoFailure("the import failed: " + job.path("message").asText());
    }
    return job;
  }

  private static boolean isOver(JsonNode job) {
    return switch (job.path("phase").asText()) {
      case "Succeeded", "Failed" -> true;
      default -> false;
    };
  }
}
