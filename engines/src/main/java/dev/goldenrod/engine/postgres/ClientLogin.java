package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.PrivateFiles;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The client login of a database. Its user can lock all clients out by a new password, {@code
 * NOLOGIN} or {@code CONNECTION LIMIT 0}.
 */
record ClientLogin(DatabaseInfo info, PrivateFiles files, boolean hasTls) {
  private static final String NO_LOGIN = "28000";
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final String NOT_PERMITTED = "42501";
  private static final String NO_CONNECTIONS = "55000";
  private static final String NO_SUCH_LIBRARY = "58P01";

  private static final String NO_ANSWER = "08006";
  private static final String REMEDY = "; " + EngineServer.LOGIN_REMEDY;

  /** Shorter than the time that an API request waits for the result. */
  private static final Duration LONGEST_PROBE = Duration.ofSeconds(5);

  /** Errors whose causes {@link #unlock} removes. */
  private static final Set<String> LOCKED_OUT =
      Set.of(
          PostgresLogin.WRONG_PASSWORD,
          NO_LOGIN,
          TOO_MANY_CONNECTIONS,
          NOT_PERMITTED,
          NO_CONNECTIONS,
          NO_SUCH_LIBRARY);

  void query(int port, String password) throws SQLException {
    query(port, password, PostgresLogin.LONGEST_LOGIN);
  }

  private void query(int port, String password, Duration atMost) throws SQLException {
    try (Connection session = PostgresLogin.openAsRole(port, info, password, atMost, hasTls)) {
      Sql.run(session, "SELECT 1");
    } catch (SQLException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        throw new SQLException(
            "a login did not complete within %d s; it may be waiting for locks of other sessions"
                .formatted(atMost.toSeconds()),
            NO_ANSWER,
            e);
      }
      throw e;
    }
  }

  /**
   * Returns whether a client can log in. At the connection limit, other clients prove it.
   *
   * @throws SQLException if the login fails for another reason than that the user is locked out
   */
  boolean works(int port, String password) throws SQLException {
    try {
      query(port, password);
      return true;
    } catch (SQLException e) {
      if (isAtConnectionLimit(port, e)) {
        return true;
      }
      if (LOCKED_OUT.contains(String.valueOf(e.getSQLState()))) {
        return false;
      }
      throw e;
    }
  }

  /** Returns why no client can log in; empty if one can. */
  Optional<String> problem(int port, String password) {
    try {
      query(port, password, LONGEST_PROBE);
      return Optional.empty();
    } catch (SQLException e) {
      return isAtConnectionLimit(port, e) ? Optional.empty() : Optional.of(problem(e));
    }
  }

  private String problem(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String reason =
        switch (state) {
          case PostgresLogin.WRONG_PASSWORD ->
              "the password of '%s' was changed in the database, or has expired, or the role was dropped"
                  .formatted(info.user());
          case NO_LOGIN -> "'%s' is not allowed to log in (NOLOGIN)".formatted(info.user());
          case TOO_MANY_CONNECTIONS ->
              "'%s' or '%s' allows no connections (CONNECTION LIMIT 0)"
                  .formatted(info.user(), info.database());
          default -> String.valueOf(e.getMessage());
        };
    return LOCKED_OUT.contains(state) || state.equals(NO_ANSWER) ? reason + REMEDY : reason;
  }

  /** A connection limit of 0 is not full use. */
  private boolean isAtConnectionLimit(int port, SQLException e) {
    if (!TOO_MANY_CONNECTIONS.equals(e.getSQLState())) {
      return false;
    }
    try (Connection admin = openAsAdmin(port)) {
      return Sql.number(
              admin,
              "SELECT count(*) FROM pg_catalog.pg_roles r, pg_catalog.pg_database d"
                  + " WHERE rolname = ? AND rolconnlimit <> 0 AND datname = ? AND datconnlimit <> 0",
              info.user(),
              info.database())
          > 0;
    } catch (SQLException unknown) {
      return true;
    }
  }

  Connection openAsAdmin(int port) throws SQLException {
    return PostgresLogin.openAsAdmin(
        port, PostgresLogin.ADMINISTRATION, PostgresEngine.major(info), files);
  }

  /** Removes, as the administrator, all that locks the user out except the password. */
  void unlock(Connection admin) throws SQLException {
    Sql.run(
        admin,
        """
        UPDATE pg_catalog.pg_authid SET rolcanlogin = true, rolvaliduntil = NULL,
          rolconnlimit = CASE rolconnlimit WHEN 0 THEN -1 ELSE rolconnlimit END WHERE rolname =%1$s;
        UPDATE pg_catalog.pg_database SET datallowconn = true,
          datconnlimit = CASE datconnlimit WHEN 0 THEN -1 ELSE datconnlimit END WHERE datname =%3$s;
        GRANT CONNECT ON DATABASE %4$s TO %2$s;
        ALTER ROLE %2$s RESET local_preload_libraries;
        ALTER ROLE %2$s IN DATABASE %4$s RESET local_preload_libraries;
        ALTER DATABASE %4$s RESET local_preload_libraries
        """
            .formatted(
                Sql.text(info.user()),
                Sql.name(info.user()),
                Sql.text(info.database()),
                Sql.name(info.database())));
  }
}
