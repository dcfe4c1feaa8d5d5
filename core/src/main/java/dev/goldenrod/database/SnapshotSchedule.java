package dev.goldenrod.database;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * When snapshots of a database are taken, and how many of them are kept.
 *
 * @param databaseId the database, which has one schedule at most
 * @param keep so many of the newest ready ones; older ones that the schedule took are deleted,
 *     unless something hangs on them
 * @param nextAt when the next one is taken, or tried again
 * @param message why the last one was not taken; empty when it was
 * @param revision raised by the store at every update; an update against an older one is refused
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
  /** The most snapshots that one schedule keeps. */
  public static final int MOST_KEPT = 1000;

  /** How long after a failure it is tried again, unless the next time comes before. */
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
      throw new IllegalArgumentException(keep + " must be 1 to " + MOST_KEPT);
    }
  }

  /** One whose first snapshot is taken at its next time. */
  public static SnapshotSchedule create(
      UUID id, Database database, Cron cron, int keep, Instant now) {
    return new SnapshotSchedule(
        id, database.orgId(), database.id(), cron, keep, cron.next(now), "", now, 0);
  }

  /** The same schedule with other times, and so many kept. */
  public SnapshotSchedule changed(Cron times, int kept, Instant now) {
    return new SnapshotSchedule(
        id, orgId, databaseId, times, kept, times.next(now), "", createdAt, revision);
  }

  /** The same schedule, for the database that took the place of its own. */
  public SnapshotSchedule movedTo(UUID database) {
    return new SnapshotSchedule(
        id, orgId, database, cron, keep, nextAt, message, createdAt, revision);
  }

  /** Whether one is to be taken. */
  public boolean isDue(Instant now) {
    return !now.isBefore(nextAt);
  }

  /** The same schedule, of which one was taken now; times that were missed are made up by it. */
  public SnapshotSchedule taken(Instant now) {
    return with(cron.next(now), "");
  }

  /** The same schedule, which tries again soon. */
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
