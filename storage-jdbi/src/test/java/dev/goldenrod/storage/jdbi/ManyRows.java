package dev.goldenrod.storage.jdbi;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Multiplies the rows of an H2 store, and counts the rows that statements read and change. */
final class ManyRows {
  record Figures(long statements, long rows) {}

  private static final String COUNTED =
      """
      from information_schema.query_statistics
      where regexp_like(sql_statement, '^(select|insert|update|delete) ', 'i')
        and sql_statement not like '%information_schema%'
      """;

  private final Connection connection;

  ManyRows(Connection connection) {
    this.connection = connection;
  }

  /** Adds the given number of databases, snapshots, schedules, instances and goldens. */
  void multiply(int rows) throws SQLException {
    String numbers = ", system_range(1, %d) n".formatted(rows);
    copy(
        "databases",
        Map.of("id", "random_uuid()", "name", "'many-' || n.\"X\""),
        numbers + " where t.name = 'main'");
    copy(
        "database_snapshots",
        Map.of("id", "random_uuid()", "database_id", "d.id"),
        ", databases d where t.name = 'seed' and d.name like 'many-%'");
    copy(
        "snapshot_schedules",
        Map.of("id", "random_uuid()", "database_id", "d.id"),
        ", databases d where d.name like 'many-%'");
    copy("instances", Map.of("id", "random_uuid()"), numbers);
    copy(
        "goldens",
        Map.of("id", "random_uuid()", "name", "'many-' || n.\"X\""),
        numbers + " where t.name = 'shop'");
    copy(
        "golden_versions",
        Map.of("golden_id", "g.id", "handle", "'many-' || g.id"),
        ", goldens g where g.name like 'many-%'");
    execute("analyze");
  }

  /** Copies the rows {@code t} of the table, with other values in some columns. */
  private void copy(String table, Map<String, String> changed, String from) throws SQLException {
    List<String> columns =
        strings(
            "select lower(column_name) from information_schema.columns"
                + " where lower(table_name) = '%s' and is_identity = 'NO'".formatted(table));
    String values =
        columns.stream()
            .map(column -> changed.getOrDefault(column, "t." + column))
            .collect(Collectors.joining(", "));
    execute(
        "insert into %s (%s) select %s from %s t%s"
            .formatted(table, String.join(", ", columns), values, table, from));
  }

  void reset() throws SQLException {
    execute("set query_statistics_max_entries 1000");
    execute("set query_statistics false");
    execute("set query_statistics true");
  }

  Figures counted() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet sums =
            statement.executeQuery(
                "select coalesce(sum(execution_count), 0), coalesce(sum(cumulative_row_count), 0) "
                    + COUNTED)) {
      sums.next();
      return new Figures(sums.getLong(1), sums.getLong(2));
    }
  }

  /** Returns the plans of statements since the last reset that scan one of the tables. */
  List<String> scans(List<String> tables) throws SQLException {
    String scan = "(?is).*\\b(" + String.join("|", tables) + ")\\.tableScan.*";
    List<String> found = new ArrayList<>();
    for (String sql : strings("select sql_statement " + COUNTED)) {
      String plan = plan(sql);
      if (plan.matches(scan)) {
        found.add(plan);
      }
    }
    return found;
  }

  private String plan(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("explain " + sql)) {
      for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
        statement.setNull(i, Types.NULL);
      }
      try (ResultSet plan = statement.executeQuery()) {
        plan.next();
        return plan.getString(1);
      }
    }
  }

  private List<String> strings(String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
