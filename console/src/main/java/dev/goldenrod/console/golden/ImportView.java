package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.imports.ImportJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An import as pages show it.
 *
 * @param cluster the name of its cluster; empty if that was deleted
 * @param took the time from its start to its end, or until now
 */
public record ImportView(ImportJob job, String cluster, String took) {
  private static final int MOST_WARNINGS = 50;

  static ImportView of(ControlPlane control, ImportJob job, Instant now) {
    Instant end = job.finishedAt() == null ? now : job.finishedAt();
    return new ImportView(
        job,
        control.clusters().name(job.orgId(), job.clusterId()).orElse(""),
        Durations.of(Duration.between(job.createdAt(), end)));
  }

  /** Returns the golden and its version, such as {@code shop, version 3}. */
  public String title() {
    return job.golden() + ", version " + job.version();
  }

  public List<ImportStep> steps() {
    return ImportStep.of(job);
  }

  public boolean isRunning() {
    return !job.phase().isTerminal();
  }

  /** Returns whether the import is running and its cancellation was not requested. */
  public boolean isCancellable() {
    return isRunning() && !job.isCancelled();
  }

  public String path() {
    return "/imports/" + job.id();
  }

  /** Returns the first warnings, as many as a page has room for. */
  public List<String> firstWarnings() {
    List<String> all = job.status().warnings();
    return all.subList(0, Math.min(all.size(), MOST_WARNINGS));
  }

  /** Returns the version of PostgreSQL; empty until it is known. */
  public String postgres() {
    return job.pgMajor() == 0 ? "" : Integer.toString(job.pgMajor());
  }
}
