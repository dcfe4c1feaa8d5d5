package dev.goldenrod.dataplane.remote.control;

import java.util.function.LongSupplier;

/** A rate limit for an agent's notifications: a burst, and a number per second. Thread-safe. */
final class Allowance {
  private static final double NANOS = 1e9;

  private final int atOnce;
  private final int perSecond;
  private final LongSupplier nanoTime;
  private double left;
  private long at;

  Allowance(int atOnce, int perSecond, LongSupplier nanoTime) {
    this.atOnce = atOnce;
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.left = atOnce;
    this.at = nanoTime.getAsLong();
  }

  synchronized boolean take() {
    long now = nanoTime.getAsLong();
    left = Math.min(atOnce, left + (now - at) / NANOS * perSecond);
    at = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
