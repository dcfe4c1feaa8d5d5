package dev.goldenrod.port;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a source's table before and after masking. The rows before contain personal data: show
 * them to an admin, and neither store nor log them.
 *
 * @param columns the names of the columns
 * @param before the rows as they are, at most {@value #MOST_ROWS}, with a value for each column;
 *     null for NULL
 * @param after the same rows masked, in the same order; null for NULL and for dropped columns
 */
public record MaskingPreview(
    List<String> columns, List<List<@Nullable String>> before, List<List<@Nullable String>> after) {
  /** The most rows of a preview. */
  public static final int MOST_ROWS = 10;

  public MaskingPreview {
    columns = List.copyOf(columns);
    before = copy(before);
    after = copy(after);
  }

  private static List<List<@Nullable String>> copy(List<List<@Nullable String>> rows) {
    List<List<@Nullable String>> copies = new ArrayList<>();
    for (List<@Nullable String> row : rows) {
      copies.add(Collections.unmodifiableList(new ArrayList<>(row)));
    }
    return Collections.unmodifiableList(copies);
  }

  /** Returns the number of rows only, because values must not get into a log. */
  @Override
  public String toString() {
    return "MaskingPreview[%d columns, %d rows]".formatted(columns.size(), before.size());
  }
}
