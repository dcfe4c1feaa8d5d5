package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Applies the TimeZone and DateStyle that a database has for its sessions. The driver overrides
 * both at its login, and can only parse the ISO output format.
 */
final class DatabaseDateSettings {
  private static final String STORED =
      """
      SELECT c FROM pg_catalog.pg_db_role_setting s
        JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase, pg_catalog.unnest(s.setconfig) c
       WHERE d.datname = pg_catalog.current_database()
         AND s.setrole IN (0, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user))
         AND pg_catalog.lower(pg_catalog.split_part(c, '=', 1)) = ?
       ORDER BY s.setrole DESC LIMIT 1
      """;

  private DatabaseDateSettings() {}

  static void apply(Connection connection) throws SQLException {
    for (String setting : Sql.texts(connection, STORED, "timezone")) {
      Sql.run(connection, "SET TimeZone TO" + Sql.text(value(setting)));
    }
    for (String setting : Sql.texts(connection, STORED, "datestyle")) {
      Sql.run(connection, "SET DateStyle TO 'ISO, %s'".formatted(order(value(setting))));
    }
  }

  private static String value(String setting) {
    return setting.substring(setting.indexOf('=') + 1);
  }

  /** Returns the order as PostgreSQL derives it: of the styles, only German implies one. */
  private static String order(String style) {
    String words = style.toUpperCase(Locale.ROOT);
    if (words.contains("YMD")) {
      return "YMD";
    }
    boolean dayFirst = words.contains("DMY") || words.contains("EURO");
    boolean monthFirst = words.contains("MDY") || words.contains("US") || words.contains("NONEURO");
    return dayFirst || words.contains("GERMAN") && !monthFirst ? "DMY" : "MDY";
  }
}
