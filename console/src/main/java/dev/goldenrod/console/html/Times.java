package dev.goldenrod.console.html;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as pages show them before a script replaces them by local times. */
public final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  private Times() {}

  public static String utc(Instant time) {
    return FORMAT.format(time);
  }
}
