package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts snapshots that a CSI driver did not cut in time. Each try blocks the database's clients
 * for the whole standstill, so there are at most two. The database is then copied by its engine's
 * online backup, if there is one, and for a day without another try, because the time depends on
 * how much the driver copies. Thread-safe.
 */
final class SlowDrivers {
  private static final int MOST = 2;
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final Clock clock;
  private final Duration standstill;
  private final Map<String, Integer> failed = new ConcurrentHashMap<>();
  private final Map<UUID, Instant> slow = new ConcurrentHashMap<>();

  /**
   * @param snapshot its name
   * @param hasBackup whether the database's engine supports online backups
   */
  record Attempt(String snapshot, UUID database, String driver, boolean hasBackup) {}

  /**
   * @param standstill the longest suspension of a server's writes
   */
  SlowDrivers(Clock clock, Duration standstill) {
    this.clock = clock;
    this.standstill = standstill;
  }

  /** Returns whether snapshots of the database are known to be too slow. */
  boolean isSlow(UUID database) {
    slow.values().removeIf(since -> since.plus(REMEMBERED).isBefore(clock.instant()));
    return slow.containsKey(database);
  }

  /**
   * @throws WorkFailure if the snapshot was given up
   */
  void requireTry(Attempt attempt) {
    if (failed.getOrDefault(attempt.snapshot(), 0) >= MOST) {
      throw givenUp(attempt);
    }
  }

  /** Counts a failed try, and returns the failure to report. */
  WorkFailure failed(Attempt attempt) {
    if (failed.merge(attempt.snapshot(), 1, Integer::sum) < MOST) {
      return WorkFailure.blocked(tooSlow(attempt) + "; trying once more");
    }
    if (!attempt.hasBackup()) {
      return givenUp(attempt);
    }
    failed.remove(attempt.snapshot());
    slow.put(attempt.database(), clock.instant());
    return WorkFailure.blocked(
        tooSlow(attempt) + "; copying with the engine's own backup while the database runs");
  }

  /** Resets the count of failed tries. */
  void succeeded(Attempt attempt) {
    failed.remove(attempt.snapshot());
  }

  private WorkFailure givenUp(Attempt attempt) {
    return WorkFailure.failed(
        "given up after %d tries: %s; stop the database and copy it then, without a time limit, or use a storage class whose driver cuts snapshots immediately"
            .formatted(MOST, tooSlow(attempt)));
  }

  private String tooSlow(Attempt attempt) {
    return "driver %s did not cut a snapshot within the %d s that a running server can be paused"
        .formatted(attempt.driver(), standstill.toSeconds());
  }
}
