package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets the passwords of a server's client role and superuser. */
final class LoginPasswords {
  private static final Logger LOG = LoggerFactory.getLogger(LoginPasswords.class);

  /** A client can lock the catalog rows of its role and database for any length of time. */
  private static final String LOCKS_HELD_BY_CLIENTS = "SET lock_timeout = '10s';";

  /** Reads a role's verifier as a literal, {@code NULL} if the role has none. */
  private static final String QUOTED_VERIFIER =
      "SELECT pg_catalog.quote_nullable(rolpassword) FROM pg_catalog.pg_authid WHERE rolname = ?";

  private final ServerContext context;
  private final DatabaseInfo info;
  private final ClientLogin client;

  /** Computed in advance: its thousands of hash rounds take as long as a login. */
  private volatile @Nullable String verifier;

  LoginPasswords(ServerContext context, ClientLogin client) {
    this.context = context;
    this.info = context.info();
    this.client = client;
  }

  void precompute(String password) {
    prepared(password);
    AdminPassword.successor(context.files());
  }

  /**
   * Writes the passwords into new data that no server uses, if it is certain that this works. The
   * superuser's is saved before, because a killed process may have written it.
   *
   * @param data returns the path of a file in the data directory
   * @return work that writes them to disk; empty if nothing was changed
   */
  Optional<Runnable> write(String password, Function<String, Path> data) {
    PrivateFiles files = context.files();
    // The thousands of hash rounds overlap the waiting for the disk.
    CompletableFuture<String> verifier = CompletableFuture.supplyAsync(() -> prepared(password));
    Optional<Runnable> written =
        VerifierPlaces.read(files)
            .flatMap(
                places ->
                    AuthidFile.find(places, data, areUnfinished())
                        .flatMap(authid -> write(authid, places, verifier)));
    if (written.isEmpty()) {
      VerifierPlaces.forget(files);
    }
    return written;
  }

  private Optional<Runnable> write(
      AuthidFile authid, VerifierPlaces places, CompletableFuture<String> verifier) {
    AdminPassword successor = AdminPassword.successor(context.files());
    String admin = ScramVerifier.ofRandom(successor.text());
    if (!places.fit(verifier.join(), admin)) {
      return Optional.empty();
    }
    authid.replaceVerifiers(verifier.join(), admin);
    return Optional.of(() -> finishWriting(authid, successor));
  }

  private String prepared(String password) {
    String prepared = ScramVerifier.of(password);
    verifier = prepared;
    return prepared;
  }

  private void finishWriting(AuthidFile authid, AdminPassword successor) {
    authid.force();
    VerifierPlaces.forget(context.files());
    successor.replaceCurrent(context.files());
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

  /** A killed server may lose passwords that were committed asynchronously. */
  boolean areUnfinished() {
    return AdminPassword.hasSuccessor(context.files());
  }

  void reset(int port, String password) {
    try (Connection admin = client.openAsAdmin(port)) {
      String next = ScramVerifier.of(password);
      Sql.run(admin, LOCKS_HELD_BY_CLIENTS + "SET synchronous_commit = on;");
      List<String> former = Sql.texts(admin, QUOTED_VERIFIER, info.user());
      try {
        reset(admin, port, password, withVerifier(info.user(), next));
      } catch (SQLException | RuntimeException e) {
        restore(admin, former, next, e);
        throw e;
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot set a new password for role %s: %s".formatted(info.user(), e.getMessage()), e);
    }
  }

  private void reset(Connection admin, int port, String password, String setPassword)
      throws SQLException {
    Sql.run(admin, setPassword);
    if (!client.works(port, password)) {
      unlock(admin, setPassword);
      client.query(port, password);
    }
  }

  /** Restores the former password unless the user has changed it since, or the role was missing. */
  private void restore(Connection admin, List<String> former, String next, Exception reason) {
    try {
      for (String verifier : former) {
        Sql.run(
            admin,
            "UPDATE pg_catalog.pg_authid SET rolpassword = %s WHERE rolname =%s AND rolpassword = '%s'"
                .formatted(verifier, Sql.text(info.user()), next));
      }
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private String verifier(String password) {
    String prepared = verifier;
    return prepared == null ? ScramVerifier.of(password) : prepared;
  }

  /**
   * Sets the client password and a new superuser password for this clone. If clones shared one, a
   * clone could pass Goldenrod's login on to another. A killed server may lose both, so the
   * golden's stays saved until they are on disk. The client login is tested with a verifier of one
   * hash round, and then set to the one that all clients accept.
   */
  private Runnable setPasswords(int port, String password) throws SQLException {
    VerifierPlaces.forget(context.files());
    // Not in the golden's database, whose owner decides what a session in it runs.
    Connection connection = client.openAsAdmin(port);
    try {
      AdminPassword successor = setPasswords(connection, ScramVerifier.ofRandom(password));
      if (!client.works(port, password)) {
        unlock(connection, withVerifier(info.user(), ScramVerifier.ofRandom(password)));
        client.query(port, password);
      }
      Sql.run(connection, withVerifier(info.user(), verifier(password)));
      return () -> flush(connection, successor);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** The role may be missing: an administrator of the machine can drop it. */
  private void unlock(Connection admin, String setPassword) throws SQLException {
    if (!PostgresCluster.hasRole(admin, info.user())) {
      PostgresCluster.createCloneRole(admin, PostgresEngine.major(info));
      Sql.run(admin, setPassword);
    }
    client.unlock(admin);
  }

  /**
   * Sets both or none. The lock on the user's row makes two control plane servers set them one
   * after the other, each with the successor of that time.
   */
  private AdminPassword setPasswords(Connection admin, String verifier) throws SQLException {
    admin.setAutoCommit(false);
    Sql.run(admin, LOCKS_HELD_BY_CLIENTS + withVerifier(info.user(), verifier));
    AdminPassword successor = AdminPassword.successor(context.files());
    Sql.run(admin, withVerifier(PostgresLogin.ADMIN, ScramVerifier.ofRandom(successor.text())));
    admin.commit();
    admin.setAutoCommit(true);
    return successor;
  }

  /** Avoids ALTER ROLE, which would hash the empty password to compare it with the new one. */
  private static String withVerifier(String role, String verifier) {
    return "UPDATE pg_catalog.pg_authid SET rolpassword = '%s' WHERE rolname =%s;"
        .formatted(verifier, Sql.text(role));
  }

  private void flush(Connection admin, AdminPassword successor) {
    try (admin) {
      Sql.run(admin, PostgresServer.FLUSH);
      successor.replaceCurrent(context.files());
    } catch (SQLException | DataPlaneException e) {
      LOG.debug(
          "{}: cannot save passwords, they are set again if the server is killed",
          context.name(),
          e);
    }
  }
}
