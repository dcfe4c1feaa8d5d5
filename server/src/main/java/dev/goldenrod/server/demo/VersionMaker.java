package dev.goldenrod.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.server.ProgressPrinter;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Creates the next version of a golden from the current state of the source. */
interface VersionMaker {
  /** Returns when the version can be cloned. */
  void make(String golden);

  /** Creates golden versions by importing the running source with dump and restore. */
  final class Importing implements VersionMaker {
    private static final long POLL_NANOS = 150_000_000;

    private final ApiConnection api;
    private final ProgressPrinter progress;
    private final String sourceId;

    private Importing(ApiConnection api, ProgressPrinter progress, String sourceId) {
      this.api = api;
      this.progress = progress;
      this.sourceId = sourceId;
    }

    /** Registers the source; {@code secret} names the secret with its password. */
    static Importing of(
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
      return new Importing(api, progress, registered.path("id").asText());
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

  /** Copies the stopped source's files, for machines without PostgreSQL's dump tools. */
  final class Copying implements VersionMaker {
    private final ScratchPostgres source;
    private final ApiConnection api;
    private final ProgressPrinter progress;

    Copying(ScratchPostgres source, ApiConnection api, ProgressPrinter progress) {
      this.source = source;
      this.api = api;
      this.progress = progress;
    }

    @Override
    public void make(String golden) {
      progress.step(
          "stop the source and register its files as golden '" + golden + "'",
          () -> {
            source.stop();
            api.post(
                "/v1/snapshots/versions",
                Map.of(
                    "name",
                    golden,
                    "substrate",
                    "postgres",
                    "source_ref",
                    "the demo's stopped source",
                    "vsc_handle",
                    "dir:" + source.data()));
          });
    }
  }
}
