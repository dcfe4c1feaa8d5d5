package dev.goldenrod.http.planted;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Breaks a rule, to prove that the rule holds. */
public final class HandlerThatReadsBySql {
  private HandlerThatReadsBySql() {}

  static Connection open(String url) throws SQLException {
    return DriverManager.getConnection(url);
  }
}
