package dev.goldenrod.bench.imports;

import dev.goldenrod.bench.measure.GoldenSize;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The amount of data of a source.
 *
 * @param label the size as the user wrote it: {@code 1g}, {@code 616t}
 * @param tables the number of small tables; 0 for a few large ones
 */
record SourceSize(String label, long bytes, int tables) {
  private static final Pattern TABLES = Pattern.compile("([1-9][0-9]{0,4})t");

  /** The size of a small table with its indexes. */
  private static final long TABLE = 128 << 10;

  /** Parses comma-separated sizes, or throws an {@link IllegalArgumentException}. */
  static List<SourceSize> parseAll(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split(",")).map(SourceSize::parse).toList();
  }

  private static SourceSize parse(String text) {
    Matcher matcher = TABLES.matcher(text.strip());
    if (matcher.matches()) {
      int tables = Integer.parseInt(matcher.group(1));
      return new SourceSize(matcher.group(), tables * TABLE, tables);
    }
    GoldenSize size = GoldenSize.parseAll(text).get(0);
    if (size.files() > 0) {
      throw new IllegalArgumentException(
          "size '" + text + "' must be in bytes or tables, for example 1g or 616t");
    }
    return new SourceSize(size.label(), size.bytes(), 0);
  }

  String golden() {
    return "bench-import-" + label;
  }
}
