package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.work.Trouble;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often a driver had not cut a snapshot by the end of a standstill. Each try holds the clients
 * of a database up for as long as that, and a third would end no better. Thread-safe.
 */
final class SlowDrivers {
  private static final int MOST = 2;

  private final Map<String, Integer> failed = new ConcurrentHashMap<>();

  /**
   * Refuses a snapshot that was given up.
   *
   * @throws Trouble when it was
   */
  void requireTry(String snapshot, String driver) {
    if (failed.getOrDefault(snapshot, 0) >= MOST) {
      throw givenUp(driver);
    }
  }

  /** What is to be told of another try that failed. */
  Trouble failed(String snapshot, String driver) {
    return failed.merge(snapshot, 1, Integer::sum) < MOST
        ? Trouble.passing(tooSlow(driver) + "; it is tried once more")
        : givenUp(driver);
  }

  /** Forgets the tries before. */
  void succeeded(String snapshot) {
    failed.remove(snapshot);
  }

  private static Trouble givenUp(String driver) {
    return Trouble.lasting(
        "given up after %d tries: %s; stop the database and copy it then, which may take any time, or keep it on a storage class whose driver cuts snapshots at once"
            .formatted(MOST, tooSlow(driver)));
  }

  private static String tooSlow(String driver) {
    return "driver %s did not cut a snapshot within the %d s that a running server can stand still"
        .formatted(driver, Standstill.LONGEST.toSeconds());
  }
}
