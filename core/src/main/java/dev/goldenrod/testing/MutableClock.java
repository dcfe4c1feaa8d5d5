package dev.goldenrod.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it. Thread-safe.
 *
 * <pre>{@code
 * MutableClock clock = new MutableClock();
 * clock.advance(Duration.ofHours(8));
 * }</pre>
 */
public final class MutableClock extends Clock {
  /** The default initial time: 2026-01-01T00:00:00Z. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicReference<Instant> now;
  private final ZoneId zone;

  /** Creates a clock in UTC that stands at {@link #START}. */
  public MutableClock() {
    this(START);
  }

  /** Creates a clock in UTC that stands at the given time. */
  public MutableClock(Instant start) {
    this(new AtomicReference<>(Objects.requireNonNull(start)), ZoneOffset.UTC);
  }

  private MutableClock(AtomicReference<Instant> now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  /** Moves the clock forward; a negative amount moves it back. */
  public void advance(Duration amount) {
    now.updateAndGet(before -> before.plus(amount));
  }

  /** Moves the clock to the given time. */
  public void set(Instant time) {
    now.set(Objects.requireNonNull(time));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** Returns this clock in another zone: moving one moves both. */
  @Override
  public Clock withZone(ZoneId otherZone) {
    return new MutableClock(now, Objects.requireNonNull(otherZone));
  }

  @Override
  public String toString() {
    return "MutableClock[" + instant() + ", " + zone + "]";
  }
}
