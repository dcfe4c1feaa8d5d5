package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.imports.Progress;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An import job. The specification's fields, and two more: {@code progress}, {@code warnings}. */
public record ImportView(
    UUID id,
    @Nullable UUID sourceId,
    String golden,
    int version,
    String phase,
    String message,
    long sizeBytes,
    int pgMajor,
    String createdAt,
    @Nullable String finishedAt,
    @Nullable ProgressView progress,
    List<String> warnings) {
  /** How much of the running step is done; a total of 0 is unknown. */
  public record ProgressView(long done, long total, String unit) {
    static @Nullable ProgressView of(@Nullable Progress progress) {
      return progress == null
          ? null
          : new ProgressView(progress.done(), progress.total(), progress.unit());
    }
  }

  public static ImportView of(ImportJob job) {
    ImportStatus status = job.status();
    return new ImportView(
        job.id(),
        job.sourceId(),
        job.golden(),
        job.version(),
        status.phase().wireName(),
        status.message(),
        job.sizeBytes(),
        job.pgMajor(),
        Timestamps.text(job.createdAt()),
        Timestamps.textOrNull(job.finishedAt()),
        ProgressView.of(status.progress()),
        status.warnings());
  }
}
