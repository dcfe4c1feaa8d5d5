package dev.goldenrod.bench;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much data a golden is to have.
 *
 * @param label as the user wrote it: {@code 10m}, {@code 1g}
 */
public record GoldenSize(String label, long bytes) {
  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,5})([mg])");

  /**
   * Reads sizes with commas between them.
   *
   * @throws IllegalArgumentException when one is no size; the message says how to write it
   */
  public static List<GoldenSize> parseAll(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split(",")).map(GoldenSize::parse).toList();
  }

  private static GoldenSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "size '" + text + "' must be a number and m or g, as in 10m or 1g");
    }
    long unit = matcher.group(2).equals("g") ? 1L << 30 : 1L << 20;
    return new GoldenSize(matcher.group(), Long.parseLong(matcher.group(1)) * unit);
  }

  /** The golden's name. */
  String golden() {
    return "bench-" + label;
  }
}
