package dev.goldenrod.console.html;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as pages show them before a script replaces them by local times. */
public final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z");

  /**
   * A part of a text.
   *
   * @param time the time that the text states; null for other text
   */
  public record Part(String text, @Nullable Instant time) {}

  private Times() {}

  public static String utc(Instant time) {
    return FORMAT.format(time);
  }

  /** Splits a text at the times in it, which messages state as the API does. */
  public static List<Part> parts(String text) {
    List<Part> parts = new ArrayList<>();
    Matcher found = INSTANT.matcher(text);
    int end = 0;
    while (found.find()) {
      parts.add(new Part(text.substring(end, found.start()), null));
      parts.add(new Part(found.group(), parsed(found.group())));
      end = found.end();
    }
    parts.add(new Part(text.substring(end), null));
    return parts;
  }

  private static @Nullable Instant parsed(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException impossibleDate) {
      return null;
    }
  }
}
