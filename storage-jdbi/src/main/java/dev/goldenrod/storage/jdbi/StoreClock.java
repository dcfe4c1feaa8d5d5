package dev.goldenrod.storage.jdbi;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of the database server: the time of the last query, plus the time that has passed since
 * by a monotonic counter. Thus all processes with the same database have the same time up to the
 * duration of a query, however wrong their machines' clocks are. Thread-safe.
 */
final class StoreClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);
  private static final Duration LOGGED_SKEW = Duration.ofSeconds(2);

  private final InstantSource machine;
  private final LongSupplier nanos;
  private volatile Anchor anchor;
  private volatile boolean warned;

  /** A reading of the database's clock, and the monotonic counter at that moment. */
  private record Anchor(Instant time, long nanos) {
    Instant at(long later) {
      return time.plusNanos(later - nanos);
    }
  }

  /** Uses the machine's clock until {@link #adjust} is first called. */
  StoreClock() {
    this(InstantSource.system(), System::nanoTime);
  }

  StoreClock(InstantSource machine, LongSupplier nanos) {
    this.machine = machine;
    this.nanos = nanos;
    this.anchor = new Anchor(machine.instant(), nanos.getAsLong());
  }

  /** Returns the monotonic counter, which must be read before the database is asked. */
  long nanos() {
    return nanos.getAsLong();
  }

  /**
   * Adjusts the clock to the database's time, which was read at some moment since the question.
   * Makes the smallest change that is consistent with the reading.
   *
   * @param asked the counter before the question
   */
  void adjust(Instant database, long asked) {
    long answered = nanos.getAsLong();
    Instant latest = database.plusNanos(answered - asked);
    Instant mine = anchor.at(answered);
    if (mine.isBefore(database)) {
      mine = database;
    } else if (mine.isAfter(latest)) {
      mine = latest;
    }
    anchor = new Anchor(mine, answered);
    warnIfSkewed(Duration.between(mine, machine.instant()));
  }

  /** Logged once, until the machine's clock is right again. */
  private void warnIfSkewed(Duration ahead) {
    boolean off = ahead.abs().compareTo(LOGGED_SKEW) > 0;
    if (off && !warned) {
      LOG.warn(
          "Clock of this machine is {} s {} the store's clock, which is used; synchronize both by NTP",
          ahead.abs().toSeconds(),
          ahead.isNegative() ? "behind" : "ahead of");
    }
    warned = off;
  }

  @Override
  public Instant instant() {
    return anchor.at(nanos.getAsLong());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    InstantSource source = this::instant;
    return source.withZone(zone);
  }
}
