package dev.goldenrod;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Formats instants as the API does: ISO 8601 in UTC, always with three decimals. */
public final class Timestamps {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private Timestamps() {}

  /** Returns the instant as text, truncated to milliseconds. */
  public static String text(Instant instant) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(24).append(time.toLocalDate()).append('T');
    append(text, time.getHour(), 10).append(':');
    append(text, time.getMinute(), 10).append(':');
    append(text, time.getSecond(), 10).append('.');
    return append(text, instant.getNano() / NANOS_PER_MILLI, 100).append('Z').toString();
  }

  /**
   * Appends digits by hand: a formatter takes ten times as long, and lists have two times per row.
   */
  private static StringBuilder append(StringBuilder text, int number, int highest) {
    for (int unit = highest; unit > 0; unit /= 10) {
      text.append((char) ('0' + number / unit % 10));
    }
    return text;
  }

  /** Returns the instant as {@link #text} does, or null for null. */
  public static @Nullable String textOrNull(@Nullable Instant instant) {
    return instant == null ? null : text(instant);
  }
}
