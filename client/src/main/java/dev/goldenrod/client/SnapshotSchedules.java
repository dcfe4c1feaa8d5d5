package dev.goldenrod.client;

import java.time.Instant;
import java.util.Optional;

/** Schedules of snapshots of databases. Thread-safe. */
public final class SnapshotSchedules {
  private final TypedApi api;

  SnapshotSchedules(TypedApi api) {
    this.api = api;
  }

  /** Sets the schedule of a database, replacing an existing one. */
  public SnapshotSchedule put(String database, PutSnapshotScheduleRequest request) {
    return api.put(path(database), request, SnapshotSchedule.class);
  }

  /** Returns the schedule of a database. */
  public SnapshotSchedule get(String database) {
    return api.get(path(database), SnapshotSchedule.class);
  }

  /** Returns the schedule of a database; empty if it has none. */
  public Optional<SnapshotSchedule> find(String database) {
    return api.find(path(database), SnapshotSchedule.class);
  }

  /** Deletes the schedule of a database. Its snapshots are kept. */
  public void delete(String database) {
    api.delete(path(database));
  }

  private static String path(String database) {
    return TypedApi.path("/v1/databases/", database) + "/snapshot-schedule";
  }

  /**
   * A snapshot schedule.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep number of scheduled snapshots to retain
   * @param nextAt time of the next snapshot or retry
   * @param message why the last snapshot failed; empty if it succeeded
   */
  public record SnapshotSchedule(String cron, int keep, Instant nextAt, String message) {}

  /**
   * Request body of {@code putSnapshotSchedule}.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep number of scheduled snapshots to retain, 1 to 1000
   */
  public record PutSnapshotScheduleRequest(String cron, int keep) {
    /** Returns a request with only the required fields. */
    public static PutSnapshotScheduleRequest of(String cron, int keep) {
      return new PutSnapshotScheduleRequest(cron, keep);
    }
  }
}
