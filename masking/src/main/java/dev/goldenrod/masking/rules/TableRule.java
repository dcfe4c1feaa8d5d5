package dev.goldenrod.masking.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rule for one table. */
public sealed interface TableRule {
  Position position();

  /** Copies the table without its rows. */
  record Drop(String reason, Position position) implements TableRule {}

  /**
   * Copies all rows as they are.
   *
   * @param types the columns' types by name when the rule was made, so that a new column is noticed
   */
  record Keep(String reason, Map<String, String> types, Position position) implements TableRule {
    public Keep {
      types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    }
  }

  /**
   * Decides on each column.
   *
   * @param columns rules by column, in the order of the file
   */
  record Columns(Map<String, ColumnRule> columns, Position position) implements TableRule {
    public Columns {
      columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }
  }
}
