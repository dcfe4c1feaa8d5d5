package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets the passwords of a server's data: that of its clients' role, and its superuser's own. */
final class LoginPasswords {
  private static final Logger LOG = LoggerFactory.getLogger(LoginPasswords.class);

  /** A client can hold the rows of its role and database for as long as it likes. */
  private static final String LOCKS_HELD_BY_CLIENTS = "SET lock_timeout = '10s';";

  private final ServerContext context;
  private final DatabaseInfo info;
  private final ClientLogin client;

  /** Takes thousands of rounds of hashing, which cost as much time as a login. */
  private volatile @Nullable String verifier;

  LoginPasswords(ServerContext context, ClientLogin client) {
    this.context = context;
    this.info = context.info();
    this.client = client;
  }

  void precompute(String password) {
    verifier = ScramVerifier.of(password);
    AdminRole.successor(context.files());
  }

  Runnable ensure(int port, String password, boolean isNew) {
    try {
      boolean isSet = !isNew && !areUnfinished();
      if (isSet && client.works(port, password)) {
        return () -> {};
      }
      return setPasswords(port, password);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "role %s cannot use database '%s': %s"
              .formatted(info.user(), info.database(), e.getMessage()),
          e);
    }
  }

  /** A server that is killed may forget passwords that were committed asynchronously. */
  boolean areUnfinished() {
    return AdminRole.isBeingReplaced(context.files());
  }

  void reset(int port, String password) {
    try (Connection admin =
        PostgresLogin.openAsAdmin(port, PostgresServer.ADMINISTRATION, context.files())) {
      String set = withVerifier(info.user(), ScramVerifier.of(password));
      Sql.run(admin, LOCKS_HELD_BY_CLIENTS + "SET synchronous_commit = on;");
      Sql.run(admin, set);
      if (!client.works(port, password)) {
        letIn(admin, set);
        client.query(port, password);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "role %s gets no new password: %s".formatted(info.user(), e.getMessage()), e);
    }
  }

  private String verifier(String password) {
    String prepared = verifier;
    return prepared == null ? ScramVerifier.of(password) : prepared;
  }

  /**
   * Sets the password that the clone gives out, and a superuser's of the clone's own: with that of
   * the golden, one clone could pass our login on to another. A server that is killed may forget
   * them, so the golden's is kept until it is on the disk. The client's login is tried with a
   * verifier of one round, which gives way to the one that all clients accept.
   */
  private Runnable setPasswords(int port, String password) throws SQLException {
    // Not in the golden's own database, whose owner decides what a session in it meets.
    Connection connection =
        PostgresLogin.openAsAdmin(port, PostgresServer.ADMINISTRATION, context.files());
    try {
      AdminRole successor = setPasswords(connection, ScramVerifier.ofRandom(password));
      if (!client.works(port, password)) {
        letIn(connection, withVerifier(info.user(), ScramVerifier.ofRandom(password)));
        client.query(port, password);
      }
      Sql.run(connection, withVerifier(info.user(), verifier(password)));
      return () -> flush(connection, successor);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** The role itself may be gone: an administrator of the machine can drop it. */
  private void letIn(Connection admin, String setPassword) throws SQLException {
    if (!client.exists(admin)) {
      PostgresCluster.createCloneRole(admin, PostgresEngine.major(info));
      Sql.run(admin, setPassword);
    }
    client.letIn(admin);
  }

  /**
   * Sets both or none. The user's row is held until both are set, so that two servers of the
   * control plane set them one after the other, each what is the successor then.
   */
  private AdminRole setPasswords(Connection admin, String verifier) throws SQLException {
    admin.setAutoCommit(false);
    Sql.run(admin, LOCKS_HELD_BY_CLIENTS + withVerifier(info.user(), verifier));
    AdminRole successor = AdminRole.successor(context.files());
    Sql.run(admin, withVerifier(AdminRole.NAME, successor.verifier()));
    admin.commit();
    admin.setAutoCommit(true);
    return successor;
  }

  /** ALTER ROLE would hash the empty password, in as many rounds, to compare the two. */
  private static String withVerifier(String role, String verifier) {
    return "UPDATE pg_catalog.pg_authid SET rolpassword = '%s' WHERE rolname =%s;"
        .formatted(verifier, Sql.text(role));
  }

  private void flush(Connection admin, AdminRole successor) {
    try (admin) {
      Sql.run(admin, PostgresServer.FLUSH);
      successor.replaceCurrent(context.files());
    } catch (SQLException | DataPlaneException e) {
      LOG.debug("{}: the passwords are set again after a kill", context.name(), e);
    }
  }
}
