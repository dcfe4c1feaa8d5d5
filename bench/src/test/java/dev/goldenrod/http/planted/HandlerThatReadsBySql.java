package dev.goldenrod.http.planted;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class HandlerThatReadsBySql {
  private HandlerThatReadsBySql() {}

  static Connection open(String url) throws SQLException {
    return DriverManager.getConnection(url);
  }
}
