package dev.goldenrod.client;

import java.time.Instant;
import java.util.Optional;

/** When snapshots of databases are taken by themselves. Thread-safe. */
public final class SnapshotSchedules {
  private final TypedApi api;

  SnapshotSchedules(TypedApi api) {
    this.api = api;
  }

  /** Gives that database a schedule, in place of any former one. */
  public SnapshotSchedule put(String database, PutSnapshotScheduleRequest request) {
    return api.put(path(database), request, SnapshotSchedule.class);
  }

  /** That database's. */
  public SnapshotSchedule get(String database) {
    return api.get(path(database), SnapshotSchedule.class);
  }

  /** That database's; empty when it has none. */
  public Optional<SnapshotSchedule> find(String database) {
    return api.find(path(database), SnapshotSchedule.class);
  }

  /** Ends that database's; the snapshots that it took stay. */
  public void delete(String database) {
    api.delete(path(database));
  }

  private static String path(String database) {
    return TypedApi.path("/v1/databases/", database) + "/snapshot-schedule";
  }

  /**
   * When snapshots are taken.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep how many of those that it took are kept
   * @param nextAt when the next one is taken, or tried again
   * @param message why the last one was not taken; empty when it was
   */
  public record SnapshotSchedule(String cron, int keep, Instant nextAt, String message) {}

  /**
   * What {@code putSnapshotSchedule} takes.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep how many of those that it takes are kept, 1 to 1000
   */
  public record PutSnapshotScheduleRequest(String cron, int keep) {
    /** With what has to be said. */
    public static PutSnapshotScheduleRequest of(String cron, int keep) {
      return new PutSnapshotScheduleRequest(cron, keep);
    }
  }
}
