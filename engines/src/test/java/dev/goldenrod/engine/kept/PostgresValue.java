package dev.goldenrod.engine.kept;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;

/** A value in a database of PostgreSQL. */
public final class PostgresValue {
  private static final SqlValue KEPT = new SqlValue("jdbc:postgresql://%s:%d/%s", "public.kept");

  private PostgresValue() {}

  public static void write(Credentials login, String value) throws SQLException {
    KEPT.write(login, value);
  }

  /** Empty when nothing was written. */
  public static String read(Credentials login) throws SQLException {
    return KEPT.read(login);
  }
}
