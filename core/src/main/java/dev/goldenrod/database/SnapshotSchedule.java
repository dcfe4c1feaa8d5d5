package dev.goldenrod.database;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The times at which snapshots of a database are taken, and how many are kept.
 *
 * @param databaseId the database, which has at most one schedule
 * @param keep how many of the newest ready snapshots are kept; older ones that the schedule took
 *     are deleted, unless something depends on them
 * @param nextAt when the next snapshot is taken, or the failed one retried
 * @param message why the last snapshot was not taken; empty when it was
 * @param revision raised by the store at every update; an update of an older revision is refused
 */
public record SnapshotSchedule(
    UUID id,
    UUID orgId,
    UUID databaseId,
    Cron cron,
    int keep,
    Instant nextAt,
    String message,
    Instant createdAt,
    long revision) {
  /** The maximum of {@link #keep}. */
  public static final int MOST_KEPT = 1000;

  /** The delay before a retry after a failure, unless the next scheduled time comes first. */
  private static final Duration RETRY = Duration.ofMinutes(5);

  public SnapshotSchedule {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(databaseId);
    Objects.requireNonNull(cron);
    Objects.requireNonNull(nextAt);
    Objects.requireNonNull(message);
    Objects.requireNonNull(createdAt);
    if (keep < 1 || keep > MOST_KEPT) {
      throw new IllegalArgumentException("keep must be 1 to " + MOST_KEPT + ", not " + keep);
    }
  }

  /**
   * Returns a new schedule, whose first snapshot is taken at the next time of the cron expression.
   */
  public static SnapshotSchedule create(
      UUID id, Database database, Cron cron, int keep, Instant now) {
    return new SnapshotSchedule(
        id, database.orgId(), database.id(), cron, keep, cron.next(now), "", now, 0);
  }

  /** Returns a copy with other times and another number of snapshots to keep. */
  public SnapshotSchedule changed(Cron times, int kept, Instant now) {
    return new SnapshotSchedule(
        id, orgId, databaseId, times, kept, times.next(now), "", createdAt, revision);
  }

  /** Returns a copy for the database that took the place of the schedule's own. */
  public SnapshotSchedule movedTo(UUID database) {
    return new SnapshotSchedule(
        id, orgId, database, cron, keep, nextAt, message, createdAt, revision);
  }

  /** Returns whether a snapshot is to be taken. */
  public boolean isDue(Instant now) {
    return !now.isBefore(nextAt);
  }

  /**
   * Returns a copy for which a snapshot was taken now, which also makes up for any missed times.
   */
  public SnapshotSchedule taken(Instant now) {
    return with(cron.next(now), "");
  }

  /**
   * Returns a copy that retries in five minutes, or at the next scheduled time if that is earlier.
   */
  public SnapshotSchedule failed(String reason, Instant now) {
    Instant regular = cron.next(now);
    Instant retry = now.plus(RETRY);
    return with(retry.isBefore(regular) ? retry : regular, reason);
  }

  private SnapshotSchedule with(Instant next, String reason) {
    return new SnapshotSchedule(
        id, orgId, databaseId, cron, keep, next, reason, createdAt, revision);
  }
}
