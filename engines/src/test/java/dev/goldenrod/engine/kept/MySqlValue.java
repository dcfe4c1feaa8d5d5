package dev.goldenrod.engine.kept;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;

/** A value in a MySQL database. */
public final class MySqlValue {
  private static final SqlValue KEPT =
      new SqlValue("jdbc:mariadb://%s:%d/%s?sslMode=trust", "kept");

  private MySqlValue() {}

  public static void write(Credentials login, String value) throws SQLException {
    KEPT.write(login, value);
  }

  public static void changePassword(Credentials login, String password) throws SQLException {
    KEPT.run(login, "ALTER USER USER() IDENTIFIED BY '%s'".formatted(password));
  }

  /** Returns an empty string if nothing was written. */
  public static String read(Credentials login) throws SQLException {
    return KEPT.read(login);
  }
}
