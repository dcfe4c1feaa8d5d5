package dev.goldenrod.junit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The sample data of the tests. */
final class Books {
  private Books() {}

  static void addPersuasionAgain(DataSource database) throws SQLException {
    execute(database, "insert into books values ('Persuasion')");
  }

  static void execute(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static List<String> titles(DataSource database) throws SQLException {
    List<String> titles = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select title from public.books order by title")) {
      while (rows.next()) {
        titles.add(rows.getString(1));
      }
    }
    return titles;
  }
}
