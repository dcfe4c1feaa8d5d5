package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.schema.TableName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** SQL that reads and writes rows of tables as text. */
final class RowQuery {
  /** Settings of sessions that exchange rows as text, by name. */
  static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "bytea_output", "hex",
              "client_encoding", "UTF8",
              "DateStyle", "ISO",
              "extra_float_digits", "3",
              "IntervalStyle", "postgres",
              "TimeZone", "UTC",
              "xmloption", "content"));

  private RowQuery() {}

  /** Returns statements for the settings. */
  static String settings() {
    return SETTINGS.entrySet().stream()
        .map(setting -> "SET %s = '%s';\n".formatted(setting.getKey(), setting.getValue()))
        .collect(Collectors.joining());
  }

  /**
   * Returns the query for the copied columns of the table's own rows.
   *
   * @param condition {@code WHERE …} or empty
   */
  static String select(TableMask mask, String condition) {
    return "SELECT %s FROM ONLY %s %s"
        .formatted(columns(mask.copied()), name(mask.table()), condition)
        .strip();
  }

  static String columns(List<ColumnMask> columns) {
    return columns.stream()
        .map(column -> Sql.name(column.column()))
        .collect(Collectors.joining(", "));
  }

  static String name(TableName table) {
    return Sql.name(table.schema()) + "." + Sql.name(table.name());
  }
}
