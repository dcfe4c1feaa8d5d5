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
 * The clock of a database's server: as it was at the last look, and what has passed since by a
 * monotonic counter. However this machine's own clock goes, all processes on one database have the
 * same time, but for what a look takes. Thread-safe.
 */
final class StoreClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);
  private static final Duration WORTH_TELLING = Duration.ofSeconds(2);

  private final InstantSource machine;
  private final LongSupplier nanos;
  private volatile Anchor anchor;
  private volatile boolean told;

  /** A moment of the database's clock, and where the counter stood. */
  private record Anchor(Instant time, long nanos) {
    Instant at(long later) {
      return time.plusNanos(later - nanos);
    }
  }

  /** A clock that goes by the machine's until the database's was looked at. */
  StoreClock() {
    this(InstantSource.system(), System::nanoTime);
  }

  StoreClock(InstantSource machine, LongSupplier nanos) {
    this.machine = machine;
    this.nanos = nanos;
    this.anchor = new Anchor(machine.instant(), nanos.getAsLong());
  }

  /** Where the counter stands, to be noted before the database is asked. */
  long nanos() {
    return nanos.getAsLong();
  }

  /**
   * Goes by what the database's clock said. It was read at any moment since the question, so as
   * little is changed as agrees with that.
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
    tellWhenOff(Duration.between(mine, machine.instant()));
  }

  /** Once, until it is right again. */
  private void tellWhenOff(Duration ahead) {
    boolean off = ahead.abs().compareTo(WORTH_TELLING) > 0;
    if (off && !told) {
      LOG.warn(
          "this machine's clock is {} s {} the store's, which counts here; have both set by NTP",
          ahead.abs().toSeconds(),
          ahead.isNegative() ? "behind" : "ahead of");
    }
    told = off;
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
