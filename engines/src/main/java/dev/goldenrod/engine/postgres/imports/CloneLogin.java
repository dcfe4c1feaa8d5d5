package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.ScramVerifier;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * Logins as the clones' role, which has a password until {@link #end}. All code of the source runs
 * in such sessions: they never were a superuser's, so no {@code RESET} leads back to one.
 */
public final class CloneLogin {
  /** Database for the superuser's sessions, without objects or settings of the source. */
  public static final String ADMINISTRATION = "template1";

  private static final String FILE = "clone-password";

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
      DatabaseDateSettings.apply(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
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
    Map<String, String> parameters = cluster.parameters(database, AdminRole.CLONE_ROLE);
    parameters.put("options", settings.options());
    return parameters;
  }

  /** Removes the password. Not for interrupted work, as running tools may reconnect. */
  public void end() throws SQLException {
    set(cluster, "NULL");
    cluster.files().remove(FILE);
  }

  private static void set(ImportServer cluster, String literal) throws SQLException {
    try (Connection admin = cluster.connectAsAdmin(ADMINISTRATION)) {
      Sql.run(admin, "ALTER ROLE %s PASSWORD %s".formatted(AdminRole.CLONE_ROLE, literal));
    }
  }
}
