package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.ScramVerifier;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Logins as the role that clones give out, which has a password only while this is open. Whatever
 * the source's objects run, they run in such a session: it never was a superuser's, so no {@code
 * RESET} in it leads back to one.
 */
public final class CloneLogin implements AutoCloseable {
  /** The superuser acts where the source has no object and no setting. */
  public static final String ADMINISTRATION = "template1";

  private final ImportCluster cluster;
  private final String password;

  private CloneLogin(ImportCluster cluster, String password) {
    this.cluster = cluster;
    this.password = password;
  }

  /** Gives the role a password that nobody else knows. */
  public static CloneLogin open(ImportCluster cluster) throws SQLException {
    String password = Passwords.random();
    set(cluster, "'" + ScramVerifier.of(password) + "'");
    return new CloneLogin(cluster, password);
  }

  /** Logs in. */
  public Connection connect(String database) throws SQLException {
    return cluster.connectAsRole(database, password);
  }

  /** The same login for libpq's tools. */
  public LibpqService service(ToolRunner runner, String database) {
    return LibpqService.write(
        runner, "target", cluster.parameters(database, AdminRole.CLONE_ROLE), password);
  }

  /** Takes the password again. */
  @Override
  public void close() throws SQLException {
    set(cluster, "NULL");
  }

  private static void set(ImportCluster cluster, String literal) throws SQLException {
    try (Connection admin = cluster.connectAsAdmin(ADMINISTRATION)) {
      Sql.run(admin, "ALTER ROLE %s PASSWORD %s".formatted(AdminRole.CLONE_ROLE, literal));
    }
  }
}
