package dev.goldenrod.http.view;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Writes instants as ISO 8601 in UTC, always with three decimals. */
final class Timestamps {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  static String text(Instant instant) {
    return FORMAT.format(instant);
  }

  static @Nullable String textOrNull(@Nullable Instant instant) {
    return instant == null ? null : text(instant);
  }
}
