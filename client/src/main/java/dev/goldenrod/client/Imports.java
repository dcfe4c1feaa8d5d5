package dev.goldenrod.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Imports of sources into goldens. Thread-safe. */
public final class Imports {
  private final TypedApi api;

  Imports(TypedApi api) {
    this.api = api;
  }

  /** Starts an import. */
  public ImportJob start(StartImportRequest request) {
    return api.post("/v1/imports", request, ImportJob.class);
  }

  /** Returns the newest 100 imports, newest first. */
  public List<ImportJob> list() {
    return api.list("/v1/imports", "imports", ImportJob.class);
  }

  /** Streams all imports, newest first. Pages are requested as the stream is consumed. */
  public Stream<ImportJob> stream() {
    return api.pages("/v1/imports", "imports", ImportJob.class);
  }

  /** Returns an import by its id. */
  public ImportJob get(String id) {
    return api.get(path(id), ImportJob.class);
  }

  /** Removes a finished import from the list. The imported golden is kept. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Cancels an import. Returns before it has ended. */
  public ImportJob cancel(String id) {
    return api.post(path(id) + "/cancel", ImportJob.class);
  }

  /**
   * Waits until an import has succeeded.
   *
   * @throws WaitException if it failed or the time is up
   */
  public ImportJob awaitFinished(String id, Duration atMost) {
    return api.waits()
        .await(
            new Waits.Wanted<>(
                path(id),
                ImportJob.class,
                ImportJob::phase,
                ImportJob::message,
                "Succeeded",
                Set.of("Failed")),
            atMost);
  }

  private static String path(String id) {
    return TypedApi.path("/v1/imports/", id);
  }

  /**
   * An import job.
   *
   * @param cluster name of its cluster; null if that was deleted
   * @param phase one of Pending, Probing, Provisioning, Importing, Snapshotting, Registering,
   *     Cleaning, Succeeded, Failed
   * @param message why it failed, that it is being cancelled, or since when the phase has made no
   *     progress; otherwise empty
   * @param pgMajor 0 until the source was probed
   * @param maskingVersion version of the source's masking rules that it uses; null for none
   */
  public record ImportJob(
      String id,
      @Nullable String sourceId,
      String golden,
      int version,
      @Nullable String cluster,
      String phase,
      String message,
      long sizeBytes,
      int pgMajor,
      @Nullable Integer maskingVersion,
      Instant createdAt,
      @Nullable Instant finishedAt,
      @Nullable ImportProgress progress,
      List<String> warnings) {}

  /**
   * Progress of the current phase.
   *
   * @param total 0 if unknown
   */
  public record ImportProgress(long done, long total, String unit) {}

  /**
   * Request body of {@code startImport}.
   *
   * @param cluster name or id of the cluster to run in; if null, the source's, or the first one
   *     online
   */
  public record StartImportRequest(
      String sourceId, String golden, @Nullable Integer pgMajor, @Nullable String cluster) {
    /** Returns a request with only the required fields. */
    public static StartImportRequest of(String sourceId, String golden) {
      return new StartImportRequest(sourceId, golden, null, null);
    }

    /** Returns a copy with the given {@code pg_major}. */
    public StartImportRequest withPgMajor(int pgMajor) {
      return new StartImportRequest(sourceId, golden, pgMajor, cluster);
    }

    /** Returns a copy with the given {@code cluster}. */
    public StartImportRequest withCluster(String cluster) {
      return new StartImportRequest(sourceId, golden, pgMajor, cluster);
    }
  }
}
