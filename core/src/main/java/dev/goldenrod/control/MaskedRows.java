package dev.goldenrod.control;

import dev.goldenrod.port.MaskingPreview;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a source's table before and after masking, in the same order; null for NULL. The rows
 * before contain personal data: show them to an admin, and neither store nor log them.
 */
public record MaskedRows(
    List<String> columns, List<List<@Nullable String>> before, List<List<@Nullable String>> after) {
  static MaskedRows of(MaskingPreview preview) {
    return new MaskedRows(preview.columns(), preview.before(), preview.after());
  }

  /** Returns the number of columns and rows only, because values must not get into a log. */
  @Override
  public String toString() {
    return "MaskedRows[%d columns, %d rows]".formatted(columns.size(), before.size());
  }
}
