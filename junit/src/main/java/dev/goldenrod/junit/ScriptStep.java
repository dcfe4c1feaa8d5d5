package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Supplier;

/** A SQL script. */
record ScriptStep(String name, Supplier<byte[]> sql) implements Step {
  @Override
  public Map<String, byte[]> ingredients() {
    return Map.of("script", sql.get());
  }

  String text() {
    return new String(sql.get(), StandardCharsets.UTF_8);
  }

  @Override
  public void run(FillTarget database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(text());
    } catch (SQLException e) {
      throw new SQLException("script %s: %s".formatted(name, e.getMessage()), e.getSQLState(), e);
    }
  }
}
