package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A value that tests keep in a database of PostgreSQL. */
final class KeptValue {
  private KeptValue() {}

  static void write(Credentials login, String value) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO public.kept VALUES (?)")) {
      statement.execute("CREATE TABLE IF NOT EXISTS public.kept (value text)");
      statement.execute("DELETE FROM public.kept");
      insert.setString(1, value);
      insert.execute();
    }
  }

  static String read(Credentials login) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement()) {
      try (ResultSet table = statement.executeQuery("SELECT to_regclass('public.kept')")) {
        table.next();
        if (table.getString(1) == null) {
          return "";
        }
      }
      try (ResultSet value = statement.executeQuery("SELECT value FROM public.kept")) {
        return value.next() ? value.getString(1) : "";
      }
    }
  }

  private static Connection connect(Credentials login) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s".formatted(login.host(), login.port(), login.dbname()),
        login.username(),
        login.password());
  }
}
