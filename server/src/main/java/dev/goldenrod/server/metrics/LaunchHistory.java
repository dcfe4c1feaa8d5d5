package dev.goldenrod.server.metrics;

import dev.goldenrod.console.figure.LaunchFigures;
import dev.goldenrod.console.figure.LaunchMinute;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * The launches of the last hour, in constant memory. Each minute counts them by their time, in
 * ranges that are ten percent wide, so that a percentile is at most ten percent too long.
 * Thread-safe.
 */
final class LaunchHistory implements LaunchFigures {
  private static final int MINUTES = 60;
  private static final int RANGES = 150;
  private static final double WIDTH = 1.1;
  private static final double MEDIAN = 0.5;
  private static final double P95 = 0.95;

  private final Clock clock;
  private final long[] minutes = new long[MINUTES];
  private final int[][] counts = new int[MINUTES][RANGES];

  LaunchHistory(Clock clock) {
    this.clock = clock;
  }

  synchronized void add(Duration time) {
    long minute = minute();
    int slot = slot(minute);
    if (minutes[slot] != minute) {
      minutes[slot] = minute;
      Arrays.fill(counts[slot], 0);
    }
    counts[slot][range(time)]++;
  }

  @Override
  public synchronized List<LaunchMinute> lastHour() {
    long last = minute();
    return LongStream.rangeClosed(last - MINUTES + 1, last).mapToObj(this::read).toList();
  }

  private LaunchMinute read(long minute) {
    Instant at = Instant.ofEpochSecond(TimeUnit.MINUTES.toSeconds(minute));
    int[] ranges = counts[slot(minute)];
    int launches = minutes[slot(minute)] == minute ? Arrays.stream(ranges).sum() : 0;
    return launches == 0
        ? new LaunchMinute(at, 0, Duration.ZERO, Duration.ZERO)
        : new LaunchMinute(
            at, launches, within(ranges, launches * MEDIAN), within(ranges, launches * P95));
  }

  /** Returns the end of the range that the launch of that rank is in. */
  private static Duration within(int[] ranges, double rank) {
    int range = 0;
    for (int counted = ranges[0]; counted < rank; counted += ranges[range]) {
      range++;
    }
    return Duration.ofMillis(Math.round(Math.pow(WIDTH, range)));
  }

  private static int range(Duration time) {
    double range = Math.ceil(Math.log(Math.max(1, time.toMillis())) / Math.log(WIDTH));
    return (int) Math.min(RANGES - 1, range);
  }

  private long minute() {
    return TimeUnit.MILLISECONDS.toMinutes(clock.millis());
  }

  private static int slot(long minute) {
    return (int) Math.floorMod(minute, (long) MINUTES);
  }
}
