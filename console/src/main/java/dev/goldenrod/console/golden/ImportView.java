package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An import as pages show it.
 *
 * @param cluster the name of its cluster; empty if that was deleted
 * @param end when it ended, or now
 */
public record ImportView(ImportJob job, String cluster, Instant end) {
  private static final int MOST_WARNINGS = 50;

  static ImportView of(ControlPlane control, ImportJob job, Instant now) {
    return new ImportView(
        job,
        control.clusters().name(job.orgId(), job.clusterId()).orElse(""),
        job.finishedAt() == null ? now : job.finishedAt());
  }

  /** Returns the golden and its version, such as {@code shop, version 3}. */
  public String title() {
    return job.golden() + ", version " + job.version();
  }

  /** Returns the time from its start to its end, or until now. */
  public String took() {
    return Durations.of(Duration.between(job.createdAt(), end));
  }

  public List<ImportStep> steps() {
    return ImportStep.of(job, end);
  }

  /** Returns whether the times of phases were recorded. */
  public boolean hasTimes() {
    return !job.history().starts().isEmpty();
  }

  /** Returns the phase in which the import failed; empty if it did not, or if that is unknown. */
  public String failedPhase() {
    ImportPhase failed = job.history().failedPhase();
    return failed == null ? "" : failed.wireName();
  }

  /** Returns the drawing of its phases by time. */
  public PhaseBars bars() {
    return PhaseBars.of(this);
  }

  public boolean isRunning() {
    return !job.phase().isTerminal();
  }

  public boolean hasSucceeded() {
    return job.phase() == ImportPhase.SUCCEEDED;
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
