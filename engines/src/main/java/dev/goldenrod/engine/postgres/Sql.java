package dev.goldenrod.engine.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Quotes and runs SQL. */
public final class Sql {
  /** Converts the current row to a value. */
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Sql() {}

  /** Quotes an identifier. */
  public static String name(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** Quotes a literal, whatever the server's settings are. */
  public static String text(String value) {
    return " E'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  public static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public static void runAll(Connection connection, List<String> statements) throws SQLException {
    for (String sql : statements) {
      run(connection, sql);
    }
  }

  public static <T> List<T> list(
      Connection connection, String sql, Row<T> mapper, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        List<T> values = new ArrayList<>();
        while (rows.next()) {
          values.add(mapper.read(rows));
        }
        return values;
      }
    }
  }

  /** Returns the first column of every row. */
  public static List<String> texts(Connection connection, String sql, Object... arguments)
      throws SQLException {
    return list(connection, sql, row -> row.getString(1), arguments);
  }

  /** Returns the first column of the only row. */
  public static long number(Connection connection, String sql, Object... arguments)
      throws SQLException {
    return list(connection, sql, row -> row.getLong(1), arguments).get(0);
  }
}
