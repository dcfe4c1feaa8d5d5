package dev.goldenrod.engine.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of the sessions that Goldenrod opens itself, as options of their login: these win
 * over what {@code ALTER DATABASE} and {@code ALTER ROLE} store for every session, and hold from
 * the first statement on.
 *
 * <p>{@code client_encoding} is none of them: the driver and the tools' service files say it in a
 * parameter of its own.
 *
 * @param values by name, without what only newer releases know
 */
public record SessionSettings(Map<String, String> values) {
  private static final String FOR_EVER = "0";
  private static final String SEARCH_PATH = "search_path";

  /** A login with an option that the server does not know fails. */
  private static final Map<String, Integer> FIRST_WITH =
      Map.of("idle_session_timeout", 14, "transaction_timeout", 17);

  /**
   * Of the clones' own role, whose functions find what the database's {@code search_path} names.
   */
  public static final SessionSettings OF_ROLE =
      new SessionSettings(
          Map.of(
              "statement_timeout",
              FOR_EVER,
              "lock_timeout",
              FOR_EVER,
              "idle_in_transaction_session_timeout",
              FOR_EVER,
              "default_transaction_isolation",
              "read committed",
              "default_transaction_read_only",
              "off",
              "row_security",
              "on"));

  /**
   * Of a superuser. Only such a login may say what {@code session_replication_role} is; the others
   * run nothing that it decides.
   */
  static final SessionSettings OF_ADMIN =
      OF_ROLE
          .with(SEARCH_PATH, "pg_catalog")
          .with("session_replication_role", "origin")
          .with("synchronous_commit", "off");

  /**
   * Of tools that read a source: a query whose rows a policy would hide fails. They are asked what
   * the source's own {@code search_path} is.
   */
  public static final SessionSettings OF_SOURCE_TOOLS = OF_ROLE.with("row_security", "off");

  /** Of a source's catalogs, before whose functions the source may have put its own. */
  public static final SessionSettings OF_SOURCE =
      OF_SOURCE_TOOLS.with(SEARCH_PATH, "pg_catalog, pg_temp");

  public SessionSettings {
    values = Map.copyOf(values);
  }

  /** The same settings and one more. */
  public SessionSettings with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new SessionSettings(more);
  }

  /** The same settings and those that releases up to this one brought. */
  public SessionSettings on(int major) {
    Map<String, String> more = new LinkedHashMap<>(values);
    newer(major).forEach(name -> more.put(name, FOR_EVER));
    return new SessionSettings(more);
  }

  /** The value of libpq's and the driver's parameter {@code options}. */
  public String options() {
    return sorted().stream()
        .map(name -> "-c " + name + "=" + escaped(values.get(name)))
        .collect(Collectors.joining(" "));
  }

  /** Statements that set the same in a session whose login did not; empty without a setting. */
  public String statements() {
    return sorted().stream()
        .map(name -> "SET %s = %s".formatted(name, literal(name)))
        .collect(Collectors.joining("; "));
  }

  /**
   * Sets what the server's release has besides, which the login did not know.
   *
   * @return the same connection; closed when that fails
   */
  static Connection completed(Connection connection) throws SQLException {
    return new SessionSettings(Map.of()).applied(connection);
  }

  /**
   * Sets all of it in a session, as the server's release has it.
   *
   * @return the same connection; closed when that fails
   */
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

  /** The elements of a list are names, so that quotes around all of them would make it one. */
  private String literal(String name) {
    String value = values.get(name);
    return name.equals(SEARCH_PATH) ? value : "'" + value + "'";
  }

  private static String escaped(String value) {
    return value.replace(" ", "\\ ");
  }
}
