package dev.goldenrod.engine.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Settings of the sessions that Goldenrod opens, as options of their login. They override what
 * {@code ALTER DATABASE} and {@code ALTER ROLE} store, from the first statement on.
 *
 * <p>{@code client_encoding} is not among them: the driver and the service files have their own
 * parameter for it.
 *
 * @param values by name, without settings that only newer releases have
 */
public record SessionSettings(Map<String, String> values) {
  private static final String NO_TIMEOUT = "0";
  private static final String SEARCH_PATH = "search_path";

  /** A login with an option that the server does not know fails. */
  private static final Map<String, Integer> FIRST_WITH =
      Map.of("idle_session_timeout", 14, "transaction_timeout", 17);

  /** For the clones' role, whose functions depend on the database's {@code search_path}. */
  public static final SessionSettings OF_ROLE =
      new SessionSettings(
          Map.of(
              "statement_timeout",
              NO_TIMEOUT,
              "lock_timeout",
              NO_TIMEOUT,
              "idle_in_transaction_session_timeout",
              NO_TIMEOUT,
              "default_transaction_isolation",
              "read committed",
              "default_transaction_read_only",
              "off",
              "row_security",
              "on"));

  /**
   * For a superuser. Only superusers may set {@code session_replication_role}; sessions of others
   * run nothing that depends on it.
   */
  static final SessionSettings OF_ADMIN =
      OF_ROLE
          .with(SEARCH_PATH, "pg_catalog")
          .with("session_replication_role", "origin")
          .with("synchronous_commit", "off");

  /**
   * For tools that read a source: a query fails if a policy would hide rows. Keeps the source's
   * {@code search_path}, which the tools read.
   */
  public static final SessionSettings OF_SOURCE_TOOLS = OF_ROLE.with("row_security", "off");

  /** For reading a source's catalogs: the source may have functions that shadow PostgreSQL's. */
  public static final SessionSettings OF_SOURCE =
      OF_SOURCE_TOOLS.with(SEARCH_PATH, "pg_catalog, pg_temp");

  public SessionSettings {
    values = Map.copyOf(values);
  }

  /** Returns a copy with one more setting. */
  public SessionSettings with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new SessionSettings(more);
  }

  /**
   * Returns a copy with the settings that only some releases up to this one have. A statement that
   * sets them after the login could come too late: a stored timeout of a millisecond ends sessions
   * before their first statement.
   */
  public SessionSettings on(int major) {
    Map<String, String> more = new LinkedHashMap<>(values);
    newer(major).forEach(name -> more.put(name, NO_TIMEOUT));
    return new SessionSettings(more);
  }

  /** Returns the value of the parameter {@code options} of libpq and the driver. */
  public String options() {
    return sorted().stream()
        .map(name -> "-c " + name + "=" + escaped(values.get(name)))
        .collect(Collectors.joining(" "));
  }

  /** Returns the statements that set the values in a session; empty if there is no value. */
  public String statements() {
    return sorted().stream()
        .map(name -> "SET %s = %s".formatted(name, literal(name)))
        .collect(Collectors.joining("; "));
  }

  /** Applies all settings for the server's release to a session, which is closed if that fails. */
  public Connection applied(Connection connection) throws SQLException {
    try {
      String statements = on(connection.getMetaData().getDatabaseMajorVersion()).statements();
      if (!statements.isEmpty()) {
        Sql.run(connection, statements);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static List<String> newer(int major) {
    return FIRST_WITH.keySet().stream().filter(name -> FIRST_WITH.get(name) <= major).toList();
  }

  private List<String> sorted() {
    return values.keySet().stream().sorted().toList();
  }

  /** The elements of a list are names: quotes around the list would make it one name. */
  private String literal(String name) {
    String value = values.get(name);
    return name.equals(SEARCH_PATH) ? value : "'" + value + "'";
  }

  private static String escaped(String value) {
    return value.replace(" ", "\\ ");
  }
}
