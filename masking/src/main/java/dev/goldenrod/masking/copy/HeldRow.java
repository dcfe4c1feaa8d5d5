package dev.goldenrod.masking.copy;

import dev.goldenrod.masking.Row;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The originals of the columns that transformers read. Reused from row to row. */
final class HeldRow implements Row {
  private final Set<String> columns;
  private final Map<String, @Nullable String> values = new HashMap<>();

  HeldRow(Set<String> columns) {
    this.columns = Set.copyOf(columns);
  }

  boolean holds(String column) {
    return columns.contains(column);
  }

  void put(String column, @Nullable String value) {
    values.put(column, value);
  }

  @Override
  public @Nullable String value(String column) {
    if (!columns.contains(column)) {
      throw new IllegalArgumentException("no transformer declares that it reads " + column);
    }
    return values.get(column);
  }
}
