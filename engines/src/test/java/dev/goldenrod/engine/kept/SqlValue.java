package dev.goldenrod.engine.kept;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A value in a table of its own, which the first write creates.
 *
 * @param url with placeholders for host, port and database
 * @param table its name, with the schema's where databases have schemas
 */
record SqlValue(String url, String table) {
  private static final String NAME = "kept";

  void run(Credentials login, String sql) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  void write(Credentials login, String value) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO %s VALUES (?)".formatted(table))) {
      statement.execute("CREATE TABLE IF NOT EXISTS %s (value text)".formatted(table));
      statement.execute("DELETE FROM " + table);
      insert.setString(1, value);
      insert.execute();
    }
  }

  /** Returns an empty string if nothing was written; changes nothing. */
  String read(Credentials login) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        ResultSet tables = connection.getMetaData().getTables(login.dbname(), null, NAME, null)) {
      if (!tables.next()) {
        return "";
      }
      try (ResultSet value = statement.executeQuery("SELECT value FROM " + table)) {
        return value.next() ? value.getString(1) : "";
      }
    }
  }

  Connection connect(Credentials login) throws SQLException {
    return DriverManager.getConnection(
        url.formatted(login.host(), login.port(), login.dbname()),
        login.username(),
        login.password());
  }
}
