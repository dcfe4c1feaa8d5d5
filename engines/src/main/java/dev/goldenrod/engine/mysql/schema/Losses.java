package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.Change.DataLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The data that statements destroy, and queries that count it. Names are quoted. */
public final class Losses {
  private static final String DROP_TABLE = "DROP TABLE ";

  private Losses() {}

  /** Returns what a statement that drops an object destroys. */
  public static List<DataLoss> ofDrop(String drop) {
    if (!drop.startsWith(DROP_TABLE)) {
      return List.of();
    }
    String table = drop.substring(DROP_TABLE.length());
    return List.of(new DataLoss("table " + table, List.of(select(table, "COUNT(*)", "' rows'"))));
  }

  static DataLoss ofColumn(String table, String column) {
    return new DataLoss(
        "column %s of %s".formatted(column, table),
        List.of(
            select(
                table,
                "COUNT(*)",
                "' rows, '",
                "COUNT(" + column + ")",
                "' of them with a value'")));
  }

  /** Values that the new type changes count as lost. CAST does not support every type. */
  static DataLoss ofRetyping(String table, String column, ColumnType from, ColumnType to) {
    List<String> figures =
        List.of(
            "COUNT(*)",
            "' rows, '",
            "COUNT(*) - COUNT(" + column + ")",
            "' nulls, the longest value has '",
            "COALESCE(MAX(CHAR_LENGTH(" + column + ")), 0)",
            "' characters'");
    List<String> queries = new ArrayList<>();
    changed(column, to)
        .ifPresent(
            changed -> {
              List<String> all = new ArrayList<>();
              all.add("COALESCE(SUM(" + changed + "), 0)");
              all.add("' values change, of '");
              all.addAll(figures);
              queries.add(select(table, all.toArray(String[]::new)));
            });
    queries.add(select(table, figures.toArray(String[]::new)));
    return new DataLoss(
        "column %s of %s, from %s to %s".formatted(column, table, named(from, to), named(to, from)),
        queries);
  }

  private static String named(ColumnType type, ColumnType other) {
    return type.charset().equals(other.charset())
        ? type.text()
        : type.text() + " CHARACTER SET " + type.charset();
  }

  /** Returns an expression that is true for values that the new type changes. */
  private static Optional<String> changed(String column, ColumnType to) {
    if (to.base().equals("enum")) {
      return Optional.of(column + " NOT IN (" + String.join(", ", to.labels()) + ")");
    }
    return cast(to).map(type -> "NOT (" + column + " <=> CAST(" + column + " AS " + type + "))");
  }

  private static Optional<String> cast(ColumnType to) {
    String sizes =
        to.sizes().isEmpty()
            ? ""
            : to.sizes().stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
    return switch (to.base()) {
      case "tinyint", "smallint", "mediumint", "int", "bigint" ->
          Optional.of(to.unsigned() ? "UNSIGNED" : "SIGNED");
      case "char", "varchar" -> Optional.of("CHAR" + sizes);
      case "binary", "varbinary" -> Optional.of("BINARY" + sizes);
      case "decimal", "time" -> Optional.of(to.base() + sizes);
      case "datetime", "timestamp" -> Optional.of("DATETIME" + sizes);
      case "date", "float", "double", "json", "year" -> Optional.of(to.base());
      default -> Optional.empty();
    };
  }

  private static String select(String table, String... parts) {
    return "SELECT CONCAT(" + String.join(", ", parts) + ") FROM " + table;
  }
}
