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
 * Logins as the role that clones give out, which has a password only until this is ended. Whatever
 * the source's objects run, they run in such a session: it never was a superuser's, so no {@code
 * RESET} in it leads back to one.
 */
public final class CloneLogin {
  /** The superuser acts where the source has no object and no setting. */
  public static final String ADMINISTRATION = "template1";

  private static final String FILE = "clone-password";

  private final ImportServer cluster;
  private final String password;

  private CloneLogin(ImportServer cluster, String password) {
    this.cluster = cluster;
    this.password = password;
  }

  /**
   * Gives the role a random password: that which it has, after an interruption, since tools that go
   * on connect with it once more.
   */
  public static CloneLogin open(ImportServer cluster) throws SQLException {
    String password = cluster.files().createIfMissing(FILE, Passwords.random());
    set(cluster, "'" + ScramVerifier.of(password) + "'");
    return new CloneLogin(cluster, password);
  }

  /** Logs in; dates and times are read as the database says, as far as the driver allows. */
  public Connection connect(String database) throws SQLException {
    Connection connection = cluster.connectAsRole(database, password);
    try {
      StoredDates.apply(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The same login for libpq's tools: they have the settings that the database has for clients. */
  public LibpqService service(ToolRunner runner, String database) {
    return LibpqService.write(runner, "client", parameters(database, cluster.settings()), password);
  }

  /** The same, for tools that read what was dumped: it means what it did in the source. */
  public LibpqService serviceForDump(ToolRunner runner, String database) {
    // A setting of the source would read the dump's NULL in an array as text.
    SessionSettings settings = cluster.settings().with("array_nulls", "on");
    return LibpqService.write(runner, "target", parameters(database, settings), password);
  }

  private Map<String, String> parameters(String database, SessionSettings settings) {
    Map<String, String> parameters = cluster.parameters(database, AdminRole.CLONE_ROLE);
    parameters.put("options", settings.options());
    return parameters;
  }

  /**
   * Takes the password again. Work that is interrupted does not: its tools may go on, and log in
   * once more.
   */
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
