package dev.goldenrod.dataplane.remote.control;

import java.util.function.LongSupplier;

/** A rate limit for an agent's notifications: a burst, and a number per second. Thread-safe. */
final class RateLimiter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final int burst;
  private final int perSecond;
  private final LongSupplier nanoTime;
  private double permits;
  private long updatedAt;

  RateLimiter(int burst, int perSecond, LongSupplier nanoTime) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.permits = burst;
    this.updatedAt = nanoTime.getAsLong();
  }

  synchronized boolean tryAcquire() {
    long now = nanoTime.getAsLong();
    permits = Math.min(burst, permits + (now - updatedAt) / NANOS_PER_SECOND * perSecond);
    updatedAt = now;
    if (permits < 1) {
      return false;
    }
    permits--;
    return true;
  }
}
