package dev.goldenrod.imports;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run that builds the next version of a golden from a source.
 *
 * @param sourceId null once the source was deleted
 * @param version the number reserved when the job was accepted
 * @param status where it stands
 * @param pgMajor 0 until given or found out
 * @param finishedAt null until it ended
 * @param cancelledBy the address of the member who cancelled it; null when it was not cancelled
 * @param revision raised by the store at every update; an update against an older one is refused
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
    long revision) {
  public ImportJob {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(status);
    Objects.requireNonNull(createdAt);
  }

  public ImportPhase phase() {
    return status.phase();
  }

  /** The same job in the phase that follows. */
  public ImportJob advanced() {
    ImportStatus next = new ImportStatus(phase().following(), "", null, status.warnings());
    return becoming(next, sizeBytes, null);
  }

  /** The same job, ended well. */
  public ImportJob succeeded(long newSizeBytes, Instant now) {
    ImportStatus ended = new ImportStatus(ImportPhase.SUCCEEDED, "", null, status.warnings());
    return becoming(ended, newSizeBytes, now);
  }

  /** The same job, ended for the reason. */
  public ImportJob failed(String reason, Instant now) {
    ImportStatus ended = new ImportStatus(ImportPhase.FAILED, reason, null, status.warnings());
    return becoming(ended, 0, now);
  }

  /** Whether it was cancelled: nothing of it is begun any more, and it fails when all has ended. */
  public boolean isCancelled() {
    return cancelledBy != null;
  }

  /**
   * The same job, cancelled by the member of that address.
   *
   * @throws IllegalStateException when it has ended
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
        revision);
  }

  /** The same job with the major version the source was found to have. */
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
        revision);
  }

  /** The same job with what its running step reports. */
  public ImportJob observed(ImportStatus newStatus) {
    return with(newStatus, sizeBytes, finishedAt);
  }

  private ImportJob becoming(ImportStatus next, long newSize, @Nullable Instant newFinishedAt) {
    if (!phase().canBecome(next.phase())) {
      throw new IllegalStateException(
          "import " + id + " cannot go from " + phase() + " to " + next.phase());
    }
    return with(next, newSize, newFinishedAt);
  }

  private ImportJob with(ImportStatus next, long newSize, @Nullable Instant newFinishedAt) {
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
        revision);
  }
}
