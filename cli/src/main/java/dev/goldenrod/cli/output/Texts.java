package dev.goldenrod.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Pattern;

public final class Texts {
  /** Characters that JSON need not escape but terminals interpret or do not show. */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\x7f-\\x9f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]");

  private static final Pattern BREAK = Pattern.compile("\\R\\s*");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}]");
  private static final Pattern CONTROL_IN_LINES =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}&&[^\\n\\t]]");
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Texts() {}

  /** Created with the first output in JSON, because it takes time and a table needs none. */
  private static final class Writer {
    static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  }

  public static String json(Object data) {
    try {
      return UNSEEN
          .matcher(Writer.JSON.writeValueAsString(data))
          .replaceAll(unseen -> "\\\\u%04x".formatted((int) unseen.group().charAt(0)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON", e);
    }
  }

  /**
   * Removes line breaks and control characters: the creator of a database must not control the
   * terminal of a user who lists it.
   */
  public static String oneLine(String text) {
    return CONTROL.matcher(BREAK.matcher(text).replaceAll(" ")).replaceAll("?");
  }

  /** Removes control characters except line breaks and tabs. */
  public static String lines(String text) {
    return CONTROL_IN_LINES.matcher(text.replace("\r\n", "\n")).replaceAll("?");
  }

  /** Formats a size, as in {@code 1.5 GiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  /**
   * Formats the time left to the nearest unit, as in {@code 7h}; {@code ended} if it has passed.
   * Returns a text that is no timestamp unchanged.
   */
  public static String until(String timestamp) {
    try {
      Duration left = Duration.between(Instant.now(), Instant.parse(timestamp));
      return left.isNegative() ? "ended" : coarse(rounded(left));
    } catch (DateTimeParseException untold) {
      return timestamp;
    }
  }

  /** Adds half of the unit in which {@link #coarse} formats the duration. */
  private static Duration rounded(Duration duration) {
    if (duration.toHours() >= 48) {
      return duration.plusHours(12);
    }
    if (duration.toMinutes() >= 120) {
      return duration.plusMinutes(30);
    }
    return duration.toSeconds() >= 120 ? duration.plusSeconds(30) : duration;
  }

  /** Formats the duration in its largest unit, as in {@code 3d} or {@code 12m}. */
  public static String coarse(Duration duration) {
    if (duration.toHours() >= 48) {
      return duration.toDays() + "d";
    }
    if (duration.toMinutes() >= 120) {
      return duration.toHours() + "h";
    }
    return duration.toSeconds() >= 120 ? duration.toMinutes() + "m" : duration.toSeconds() + "s";
  }
}
