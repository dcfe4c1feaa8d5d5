package dev.goldenrod.imports;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One import: it builds the next version of a golden from a source.
 *
 * @param sourceId null once the source was deleted
 * @param version the number reserved when the job was accepted
 * @param pgMajor the source's major version; 0 until it is given or found out
 * @param finishedAt null until the job ended
 * @param cancelledBy the address of the member who cancelled the job; null when it was not
 *     cancelled
 * @param history the times of its phases
 * @param maskingVersion the version of the source's masking rules that the job uses; null if it
 *     imports rows as they are
 * @param revision raised by the store at every update; an update of an older revision is refused
 */
public record ImportJob(
    UUID id,
    UUID orgId,
    @Nullable UUID sourceId,
    UUID goldenId,
    String golden,
    int version,
    UUID clusterId,
    ImportStatus status,
    long sizeBytes,
    int pgMajor,
    Instant createdAt,
    @Nullable Instant finishedAt,
    @Nullable String cancelledBy,
    ImportHistory history,
    @Nullable Integer maskingVersion,
    long revision) {
  public ImportJob {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(status);
    Objects.requireNonNull(createdAt);
    Objects.requireNonNull(history);
  }

  public ImportPhase phase() {
    return status.phase();
  }

  /** Returns a copy in the phase that follows, which begins now. */
  public ImportJob advanced(Instant now) {
    ImportStatus next = new ImportStatus(phase().following(), "", null, status.warnings());
    return becoming(next, sizeBytes, null, history.began(next.phase(), now));
  }

  /** Returns a copy that ended successfully. */
  public ImportJob succeeded(long newSizeBytes, Instant now) {
    ImportStatus ended = new ImportStatus(ImportPhase.SUCCEEDED, "", null, status.warnings());
    return becoming(ended, newSizeBytes, now, history);
  }

  /** Returns a copy that failed for the given reason. */
  public ImportJob failed(String reason, Instant now) {
    ImportStatus ended = new ImportStatus(ImportPhase.FAILED, reason, null, status.warnings());
    return becoming(ended, 0, now, history.failedIn(phase()));
  }

  /** Returns whether the job was cancelled: it fails as soon as its running step has ended. */
  public boolean isCancelled() {
    return cancelledBy != null;
  }

  /**
   * Returns a copy that the member with the given address cancelled.
   *
   * @throws IllegalStateException when the job has ended
   */
  public ImportJob cancelled(String address) {
    if (phase().isTerminal()) {
      throw new IllegalStateException("import " + id + " has ended and cannot be cancelled");
    }
    String message = "being cancelled by " + address;
    return new ImportJob(
        id,
        orgId,
        sourceId,
        goldenId,
        golden,
        version,
        clusterId,
        new ImportStatus(phase(), message, null, status.warnings()),
        sizeBytes,
        pgMajor,
        createdAt,
        finishedAt,
        address,
        history,
        maskingVersion,
        revision);
  }

  /** Returns whether the job masks rows. */
  public boolean isMasked() {
    return maskingVersion != null;
  }

  /** Returns a copy with the major version that was found on the source. */
  public ImportJob probed(int major) {
    return new ImportJob(
        id,
        orgId,
        sourceId,
        goldenId,
        golden,
        version,
        clusterId,
        status,
        sizeBytes,
        major,
        createdAt,
        finishedAt,
        cancelledBy,
        history,
        maskingVersion,
        revision);
  }

  /** Returns a copy with the status that its running step reports. */
  public ImportJob observed(ImportStatus newStatus) {
    return with(newStatus, sizeBytes, finishedAt, history);
  }

  private ImportJob becoming(
      ImportStatus next, long newSize, @Nullable Instant newFinishedAt, ImportHistory newHistory) {
    if (!phase().canBecome(next.phase())) {
      throw new IllegalStateException(
          "import " + id + " cannot go from " + phase() + " to " + next.phase());
    }
    return with(next, newSize, newFinishedAt, newHistory);
  }

  private ImportJob with(
      ImportStatus next, long newSize, @Nullable Instant newFinishedAt, ImportHistory newHistory) {
    return new ImportJob(
        id,
        orgId,
        sourceId,
        goldenId,
        golden,
        version,
        clusterId,
        next,
        newSize,
        pgMajor,
        createdAt,
        newFinishedAt,
        cancelledBy,
        newHistory,
        maskingVersion,
        revision);
  }
}
