package dev.goldenrod.bench.measure;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The amount of data of a golden.
 *
 * @param label the size as the user wrote it: {@code 10m}, {@code 1g}, {@code 20000f}
 * @param files the minimum number of files; 0 for any
 */
public record GoldenSize(String label, long bytes, int files) {
  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,5})([mgf])");

  /** The average size of the files of an empty table and of its index. */
  private static final long FILE = 8 << 10;

  /** Parses comma-separated sizes, or throws an {@link IllegalArgumentException}. */
  public static List<GoldenSize> parseAll(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split(",")).map(GoldenSize::parse).toList();
  }

  private static GoldenSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "size '" + text + "' must be a number and m, g or f (files), for example 10m or 1g");
    }
    int number = Integer.parseInt(matcher.group(1));
    return switch (matcher.group(2)) {
      case "f" -> new GoldenSize(matcher.group(), number * FILE, number);
      case "g" -> new GoldenSize(matcher.group(), (long) number << 30, 0);
      default -> new GoldenSize(matcher.group(), (long) number << 20, 0);
    };
  }

  public String golden() {
    return "bench-" + label;
  }
}
