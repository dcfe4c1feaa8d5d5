package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.clone.DatabaseEngine.Login;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.GoldenInfo;
import dev.goldenrod.dataplane.local.postgres.Passwords;
import dev.goldenrod.dataplane.local.postgres.PostgresServer;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A clone's PostgreSQL server. */
final class PostgresClone implements DatabaseServer {
  private static final Set<String> LOGIN_REFUSED = Set.of("28P01", "28000");
  private static final String TOO_MANY_CONNECTIONS = "53300";

  private static final String ADMINISTRATION = "template1";

  private final PostgresServer server;
  private final GoldenInfo golden;

  private final PostgresVolume volume;

  /** Takes thousands of rounds of hashing, which cost as much time as a login. */
  private volatile @Nullable String verifier;

  private volatile @Nullable String adminVerifier;

  PostgresClone(PostgresServer server, GoldenInfo golden, PostgresVolume volume) {
    this.server = server;
    this.golden = golden;
    this.volume = volume;
  }

  @Override
  public Optional<ProcessHandle> process() {
    return server.process();
  }

  @Override
  public ProcessHandle start(BooleanSupplier cancelled) {
    return server.start(cancelled);
  }

  @Override
  public void prepare(String password) {
    verifier = Passwords.verifier(password);
    adminVerifier = AdminRole.successor(volume).verifier();
  }

  @Override
  public Login login() {
    return new Login("postgresql", golden.database(), golden.role());
  }

  @Override
  public void ensureLogin(String password, boolean isNew) {
    try {
      if (isNew || !isLoginVerified(password)) {
        setPasswords(password);
        query(password);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "role %s cannot use database '%s': %s"
              .formatted(golden.role(), golden.database(), e.getMessage()),
          e);
    }
  }

  @Override
  public void abort() {
    server.abort();
  }

  /** A database in full use is one: its clients prove that it can be logged in to. */
  private boolean isLoginVerified(String password) throws SQLException {
    try {
      query(password);
      return true;
    } catch (SQLException e) {
      if (LOGIN_REFUSED.contains(String.valueOf(e.getSQLState()))) {
        return false;
      }
      if (TOO_MANY_CONNECTIONS.equals(e.getSQLState())) {
        return true;
      }
      throw e;
    }
  }

  private void query(String password) throws SQLException {
    try (Connection connection = server.connect(golden.database(), golden.role(), password);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  private String verifier(String password) {
    String prepared = verifier;
    return prepared == null ? Passwords.verifier(password) : prepared;
  }

  /**
   * Sets the password that the clone gives out, and a superuser's of the clone's own: with that of
   * the golden, one clone could pass our login on to another.
   */
  private void setPasswords(String password) throws SQLException {
    String role = '"' + golden.role().replace("\"", "\"\"") + '"';
    String admin = adminVerifier == null ? AdminRole.successor(volume).verifier() : adminVerifier;
    // Not in the golden's own database, whose owner decides what a session in it meets.
    try (Connection connection = server.connectAsAdmin(ADMINISTRATION);
        Statement statement = connection.createStatement()) {
      // A server that is killed and forgets it would let nobody in who knows the successor alone.
      statement.execute(
          "SET synchronous_commit = on; ALTER ROLE %s PASSWORD '%s'; ALTER ROLE %s PASSWORD '%s'"
              .formatted(role, verifier(password), AdminRole.NAME, admin));
    }
    AdminRole.succeed(volume);
  }
}
