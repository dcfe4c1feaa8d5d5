package dev.goldenrod.console.figure;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A chart of launches: in the upper half the number of launches in each minute, in the lower half
 * the time that they took. Lengths are in the units of the drawing.
 */
public record LaunchChart(List<LaunchMinute> minutes) {
  private static final int LEFT = 56;
  private static final int STEP = 10;
  private static final int HALF = 64;
  private static final int COUNTS_END = 84;
  private static final int TIMES_END = 178;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  /**
   * A minute with launches, as it is drawn.
   *
   * @param x the left edge of its bar
   * @param top the upper edge of its bar, whose lower edge is the axis
   * @param height of the bar
   * @param median the position of the median
   * @param p95 the position of the 95th percentile
   */
  public record Mark(int x, int top, int height, int median, int p95, String text) {}

  public LaunchChart {
    minutes = List.copyOf(minutes);
  }

  public int left() {
    return LEFT;
  }

  public int right() {
    return LEFT + STEP * minutes.size();
  }

  public int countsEnd() {
    return COUNTS_END;
  }

  public int timesEnd() {
    return TIMES_END;
  }

  /** Returns the number of launches in all minutes. */
  public int total() {
    return minutes.stream().mapToInt(LaunchMinute::launches).sum();
  }

  /** Returns the largest number of launches in a minute. */
  public int most() {
    return minutes.stream().mapToInt(LaunchMinute::launches).max().orElse(0);
  }

  /** Returns the longest 95th percentile of a minute. */
  public Duration longest() {
    return minutes.stream()
        .map(LaunchMinute::p95)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Returns the minutes with launches. */
  public List<Mark> marks() {
    return IntStream.range(0, minutes.size())
        .filter(i -> minutes.get(i).launches() > 0)
        .mapToObj(i -> mark(LEFT + STEP * i, minutes.get(i)))
        .toList();
  }

  private Mark mark(int x, LaunchMinute minute) {
    int height = Math.max(2, HALF * minute.launches() / Math.max(1, most()));
    String text =
        "%s: launches %d, half within %s, 95 %% within %s"
            .formatted(
                MINUTE.format(minute.at()),
                minute.launches(),
                text(minute.median()),
                text(minute.p95()));
    return new Mark(x, COUNTS_END - height, height, y(minute.median()), y(minute.p95()), text);
  }

  private int y(Duration time) {
    return TIMES_END - (int) (HALF * time.toMillis() / Math.max(1, longest().toMillis()));
  }

  /** Returns a duration such as {@code 120 ms} or {@code 1.2 s}. */
  public static String text(Duration time) {
    long millis = time.toMillis();
    return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
