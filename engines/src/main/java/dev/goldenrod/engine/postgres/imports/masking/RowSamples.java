package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.detect.Samples;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Samples of a source's rows, read when they are asked for. Not thread-safe. */
final class RowSamples implements Samples {
  private static final int MOST_ROWS = 500;
  private static final int MOST_CHARACTERS = 4096;

  /** Below this estimate, the first rows are as good as any. */
  private static final long LARGE = 50_000;

  private static final double SAMPLED_ROWS = 10_000;
  private static final double PERCENT = 100;

  private final Connection connection;
  private final SourceSchema schema;

  /** The last table that was read, because detection goes from table to table. */
  private Map<String, List<String>> last = Map.of();

  private TableName lastTable = new TableName("", "");

  RowSamples(Connection connection, SourceSchema schema) {
    this.connection = connection;
    this.schema = schema;
  }

  @Override
  public List<String> of(TableName table, String column) {
    if (!table.equals(lastTable)) {
      lastTable = table;
      last = schema.table(table).map(this::read).orElse(Map.of());
    }
    return last.getOrDefault(column, List.of());
  }

  /** Returns no samples of a table that the user cannot read. */
  private Map<String, List<String>> read(Table table) {
    try {
      Map<String, List<String>> few =
          table.rowEstimate() > LARGE ? read(table, sample(table)) : Map.of();
      return few.isEmpty() ? read(table, "") : few;
    } catch (SQLException e) {
      return Map.of();
    }
  }

  private static String sample(Table table) {
    return String.format(
        Locale.ROOT, "TABLESAMPLE SYSTEM (%f)", SAMPLED_ROWS * PERCENT / table.rowEstimate());
  }

  private Map<String, List<String>> read(Table table, String sample) throws SQLException {
    List<Column> columns = table.columns();
    Map<String, List<String>> values = new HashMap<>();
    if (columns.isEmpty()) {
      return values;
    }
    String texts =
        columns.stream()
            .map(column -> "left(%s::text, %d)".formatted(Sql.name(column.name()), MOST_CHARACTERS))
            .collect(Collectors.joining(", "));
    String query =
        "SELECT %s FROM %s %s LIMIT %d"
            .formatted(texts, RowQuery.name(table.tableName()), sample, MOST_ROWS);
    Sql.list(
        connection,
        query,
        row -> {
          for (int i = 0; i < columns.size(); i++) {
            String value = row.getString(i + 1);
            if (value != null) {
              values.computeIfAbsent(columns.get(i).name(), name -> new ArrayList<>()).add(value);
            }
          }
          return table;
        });
    return values;
  }
}
