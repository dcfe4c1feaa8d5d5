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

  /** Starts one. */
  public ImportJob start(StartImportRequest request) {
    return api.post("/v1/imports", request, ImportJob.class);
  }

  /** The newest 100, newest first. */
  public List<ImportJob> list() {
    return api.list("/v1/imports", "imports", ImportJob.class);
  }

  /** All of them, newest first, read page by page as the stream is. */
  public Stream<ImportJob> stream() {
    return api.pages("/v1/imports", "imports", ImportJob.class);
  }

  /** The one of that id. */
  public ImportJob get(String id) {
    return api.get(path(id), ImportJob.class);
  }

  /** Deletes one that has ended from the list; what it imported stays. */
  public void delete(String id) {
    api.delete(path(id));
  }

  /** Cancels one; returns before it has ended. */
  public ImportJob cancel(String id) {
    return api.post(path(id) + "/cancel", ImportJob.class);
  }

  /**
   * The import as soon as it has succeeded.
   *
   * @throws WaitException when it failed, or takes longer than that
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
   * @param cluster the name of the cluster that it lives in; null when that was deleted
   * @param phase one of Pending, Probing, Provisioning, Importing, Snapshotting, Registering,
   *     Cleaning, Succeeded, Failed
   * @param message why it failed, that it is being cancelled, or since when the present phase has
   *     got no further; else empty
   * @param pgMajor 0 until the source was probed
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
      Instant createdAt,
      @Nullable Instant finishedAt,
      @Nullable ImportProgress progress,
      List<String> warnings) {}

  /**
   * How much of the present phase is done.
   *
   * @param total 0 when unknown
   */
  public record ImportProgress(long done, long total, String unit) {}

  /**
   * What {@code startImport} takes.
   *
   * @param cluster the name or id of the cluster to run in; when it is missing the source's, or the
   *     first one online
   */
  public record StartImportRequest(
      String sourceId, String golden, @Nullable Integer pgMajor, @Nullable String cluster) {
    /** With what has to be said. */
    public static StartImportRequest of(String sourceId, String golden) {
      return new StartImportRequest(sourceId, golden, null, null);
    }

    /** With that {@code pg_major}. */
    public StartImportRequest withPgMajor(int pgMajor) {
      return new StartImportRequest(sourceId, golden, pgMajor, cluster);
    }

    /** With that {@code cluster}. */
    public StartImportRequest withCluster(String cluster) {
      return new StartImportRequest(sourceId, golden, pgMajor, cluster);
    }
  }
}
