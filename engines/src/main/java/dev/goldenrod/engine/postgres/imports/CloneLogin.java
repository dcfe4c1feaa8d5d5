package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.ScramVerifier;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;

/**
 * Logins as the clones' role, which has a password until {@link #end}. All code of the source runs
 * in such sessions: they never were a superuser's, so no {@code RESET} leads back to one.
 */
public final class CloneLogin {
  private static final String FILE = "clone-password";

  /** Finds the value that a database has for the sessions of the role. */
  private static final String STORED =
      """
      SELECT c FROM pg_catalog.pg_db_role_setting s
        JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase, pg_catalog.unnest(s.setconfig) c
       WHERE d.datname = pg_catalog.current_database()
         AND s.setrole IN (0, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user))
         AND pg_catalog.lower(pg_catalog.split_part(c, '=', 1)) = ?
       ORDER BY s.setrole DESC LIMIT 1
      """;

  private final ImportServer cluster;
  private final String password;

  private CloneLogin(ImportServer cluster, String password) {
    this.cluster = cluster;
    this.password = password;
  }

  /**
   * Gives the role a random password, or, after an interruption, the same one again, because
   * running tools may reconnect with it.
   */
  public static CloneLogin open(ImportServer cluster) throws SQLException {
    String password = cluster.files().createIfMissing(FILE, Passwords.random());
    set(cluster, "'" + ScramVerifier.of(password) + "'");
    return new CloneLogin(cluster, password);
  }

  /** Logs in with the database's own TimeZone and DateStyle, as far as the driver allows. */
  public Connection connect(String database) throws SQLException {
    Connection connection = cluster.connectAsRole(database, password);
    try {
      applyDateSettings(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Applies the TimeZone and DateStyle that the database has for its sessions. The driver overrides
   * both at its login, and can only parse the ISO output format.
   */
  private static void applyDateSettings(Connection connection) throws SQLException {
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
  static String order(String style) {
    String words = style.toUpperCase(Locale.ROOT);
    if (words.contains("YMD")) {
      return "YMD";
    }
    boolean isNonEuropean = words.contains("NONEURO");
    boolean dayFirst = words.contains("DMY") || words.contains("EURO") && !isNonEuropean;
    boolean monthFirst = words.contains("MDY") || words.contains("US") || isNonEuropean;
    return dayFirst || words.contains("GERMAN") && !monthFirst ? "DMY" : "MDY";
  }

  /** Returns the login for libpq's tools, with the settings that clients have. */
  public LibpqService service(ToolRunner runner, String database) {
    return LibpqService.write(runner, "client", parameters(database, cluster.settings()), password);
  }

  /** Returns the login for tools that load the dump, so that values keep their meaning. */
  public LibpqService serviceForDump(ToolRunner runner, String database) {
    // With the source's value, NULL in an array of the dump could be read as text.
    SessionSettings settings = cluster.settings().with("array_nulls", "on");
    return LibpqService.write(runner, "target", parameters(database, settings), password);
  }

  private Map<String, String> parameters(String database, SessionSettings settings) {
    Map<String, String> parameters = cluster.parameters(database);
    parameters.put("options", settings.options());
    return parameters;
  }

  /** Removes the password. Not for interrupted work, as running tools may reconnect. */
  public void end() throws SQLException {
    set(cluster, "NULL");
    cluster.files().remove(FILE);
  }

  private static void set(ImportServer cluster, String literal) throws SQLException {
    try (Connection admin = cluster.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
      Sql.run(admin, "ALTER ROLE %s PASSWORD %s".formatted(PostgresLogin.CLONE_ROLE, literal));
    }
  }
}
