package dev.goldenrod.oidc;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Bounds what programs without a browser, which anybody can run, cost one issuer and the threads of
 * this server. Thread-safe.
 */
final class DeviceLimits {
  private static final int MOST_WAITING = 8;
  private static final int MOST_CODES = 10_000;

  /** How many sign-ins may begin at once after a pause. */
  private static final int BURST = 60;

  private static final Duration REFILL = Duration.ofSeconds(1);

  /** Programs wait for the interval, and networks deliver a bit sooner or later. */
  private static final double TOLERANCE = 0.8;

  /** Leaves threads for browsers' sign-ins and other requests while the issuer is slow. */
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  private final LongSupplier nanoTime;

  /** When the issuer was last asked about a code, the codes that were asked about first first. */
  private final Map<String, Long> asked =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_CODES;
        }
      };

  /** When all sign-ins of the burst may begin again. */
  private long full;

  /**
   * @param nanoTime like {@link System#nanoTime}
   */
  DeviceLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.full = nanoTime.getAsLong();
  }

  Semaphore waiting() {
    return waiting;
  }

  /** Returns whether another sign-in may begin: 60 at once, and one per second. */
  synchronized boolean mayBegin() {
    long now = nanoTime.getAsLong();
    long next = Math.max(full - now, 0) + REFILL.toNanos();
    if (next > BURST * REFILL.toNanos()) {
      return false;
    }
    full = now + next;
    return true;
  }

  /** Returns whether the interval is over since the issuer was last asked about the code. */
  synchronized boolean mayAsk(String code, Duration interval) {
    long now = nanoTime.getAsLong();
    Long last = asked.get(code);
    if (last != null && now - last < interval.toNanos() * TOLERANCE) {
      return false;
    }
    asked.remove(code);
    asked.put(code, now);
    return true;
  }

  /** Forgets a code about which the issuer has decided. */
  synchronized void decided(String code) {
    asked.remove(code);
  }
}
