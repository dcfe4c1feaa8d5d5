package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often a driver had not cut a snapshot by the end of a standstill. Each try holds the clients
 * of a database up for as long as that, and a third would end no better. It is then copied by its
 * engine's own backup, if there is such a way, and for a day at once: how long a driver takes
 * depends on how much it copies. Thread-safe.
 */
public final class SlowDrivers {
  private static final int MOST = 2;
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private final Clock clock;
  private final Duration standstill;
  private final Map<String, Integer> failed = new ConcurrentHashMap<>();
  private final Map<UUID, Instant> slow = new ConcurrentHashMap<>();

  /**
   * A snapshot of a database that is to be cut while its server stands still.
   *
   * @param snapshot its name
   * @param hasBackup whether the database's engine can do without a standstill
   */
  public record Attempt(String snapshot, UUID database, String driver, boolean hasBackup) {}

  /**
   * None is known yet.
   *
   * @param standstill how long a server stands still at most
   */
  public SlowDrivers(Clock clock, Duration standstill) {
    this.clock = clock;
    this.standstill = standstill;
  }

  /** Whether it is known that a standstill is too short for a snapshot of the database. */
  public boolean isSlow(UUID database) {
    slow.values().removeIf(since -> since.plus(REMEMBERED).isBefore(clock.instant()));
    return slow.containsKey(database);
  }

  /**
   * Refuses a snapshot that was given up.
   *
   * @throws WorkFailure when it was
   */
  public void requireTry(Attempt attempt) {
    if (failed.getOrDefault(attempt.snapshot(), 0) >= MOST) {
      throw givenUp(attempt);
    }
  }

  /** What is to be told of another try that failed. */
  public WorkFailure failed(Attempt attempt) {
    if (failed.merge(attempt.snapshot(), 1, Integer::sum) < MOST) {
      return WorkFailure.blocked(tooSlow(attempt) + "; it is tried once more");
    }
    if (!attempt.hasBackup()) {
      return givenUp(attempt);
    }
    failed.remove(attempt.snapshot());
    slow.put(attempt.database(), clock.instant());
    return WorkFailure.blocked(
        tooSlow(attempt) + "; it is copied by its engine's own backup, while it goes on");
  }

  /** Forgets the tries before. */
  public void succeeded(Attempt attempt) {
    failed.remove(attempt.snapshot());
  }

  private WorkFailure givenUp(Attempt attempt) {
    return WorkFailure.failed(
        "given up after %d tries: %s; stop the database and copy it then, which may take any time, or keep it on a storage class whose driver cuts snapshots at once"
            .formatted(MOST, tooSlow(attempt)));
  }

  private String tooSlow(Attempt attempt) {
    return "driver %s did not cut a snapshot within the %d s that a running server can stand still"
        .formatted(attempt.driver(), standstill.toSeconds());
  }
}
