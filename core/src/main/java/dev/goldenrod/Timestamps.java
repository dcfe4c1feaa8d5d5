package dev.goldenrod;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Writes instants as the API does: ISO 8601 in UTC, always with three decimals. */
public final class Timestamps {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  /** The instant, cut off after its milliseconds. */
  public static String text(Instant instant) {
    return FORMAT.format(instant);
  }

  /** The same, or null for null. */
  public static @Nullable String textOrNull(@Nullable Instant instant) {
    return instant == null ? null : text(instant);
  }
}
