package dev.goldenrod.engine.kept;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A value in a PostgreSQL database. */
public final class PostgresValue {
  private static final SqlValue KEPT = new SqlValue("jdbc:postgresql://%s:%d/%s", "public.kept");

  /** Starts right after the WAL writer has run, which runs again 200 ms later. */
  private static final String UNFLUSHED =
      """
      DO $$
      DECLARE before pg_lsn := pg_current_wal_insert_lsn();
      BEGIN
        WHILE pg_current_wal_flush_lsn() < before LOOP
          PERFORM pg_sleep(0.001);
        END LOOP;
        FOR i IN 1..1000 LOOP
          UPDATE public.kept SET value = i;
          COMMIT;
        END LOOP;
      END $$
      """;

  private PostgresValue() {}

  /** Writes the value in 1,001 transactions that are acknowledged before they are on disk. */
  public static void writeUnflushed(Credentials login, String value) throws SQLException {
    write(login, "");
    try (Connection connection = KEPT.connect(login);
        Statement statement = connection.createStatement();
        PreparedStatement update =
            connection.prepareStatement("UPDATE public.kept SET value = ?")) {
      statement.execute("SET synchronous_commit = off");
      statement.execute(UNFLUSHED);
      update.setString(1, value);
      update.execute();
    }
  }

  public static void write(Credentials login, String value) throws SQLException {
    KEPT.write(login, value);
  }

  public static void changePassword(Credentials login, String password) throws SQLException {
    KEPT.run(login, "ALTER ROLE CURRENT_USER PASSWORD '%s'".formatted(password));
  }

  public static void execute(Credentials login, String statement) throws SQLException {
    KEPT.run(login, statement);
  }

  /** Returns an empty string if nothing was written. */
  public static String read(Credentials login) throws SQLException {
    return KEPT.read(login);
  }
}
