package dev.goldenrod.engine.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.bson.Document;

/**
 * A MongoDB server.
 *
 * <p>A copy is taken of all files at one moment, while the server's threads are stopped, and
 * recovers from its journal as after a crash. WiredTiger requires no more of a snapshot that has
 * data and journal at one moment. {@code fsyncLock} would add nothing but a lock that outlives a
 * killed control plane. Like a crash, a copy loses writes that were acknowledged before they
 * reached the journal, 100 ms of them by default, unless {@link #flush} was called.
 */
final class MongoDbServer implements EngineServer {
  static final String PID_FILE = "mongod.pid";

  private static final int USER_NOT_FOUND = 11;

  private final ServerContext context;
  private final DatabaseInfo info;
  private final ServerConfiguration configuration;

  MongoDbServer(ServerContext context) {
    this(context, Optional.empty());
  }

  /**
   * Creates a server that also accepts the login {@code __system} with the key as its password.
   *
   * @param keyFile readable by the server alone
   */
  MongoDbServer(ServerContext context, Optional<Path> keyFile) {
    this.context = context;
    this.info = context.info();
    this.configuration = new ServerConfiguration(context, keyFile);
  }

  @Override
  public Login login() {
    return new Login(MongoDbEngine.SCHEME, info.database(), info.user());
  }

  @Override
  public Map<String, String> configuration() {
    return configuration.texts();
  }

  @Override
  public List<String> command() {
    return List.of(context.program().apply("mongod"), "--config", configuration.main().toString());
  }

  @Override
  public List<String> overrides() {
    return List.of(PID_FILE);
  }

  @Override
  public String pidFile() {
    return PID_FILE;
  }

  /**
   * MongoDB writes the pid file long before it listens. The first login proves that it is MongoDB
   * that listens on the port.
   */
  @Override
  public boolean isReady(List<String> pidFile, BooleanSupplier isPortOpen) {
    return !pidFile.isEmpty() && isPortOpen.getAsBoolean();
  }

  /** Returns false: MongoDB exits if it cannot listen on all of its addresses. */
  @Override
  public boolean failedToBindLoopback(String log) {
    return false;
  }

  /** Skips informational lines: many of them, of the shutdown, follow the one with the reason. */
  @Override
  public boolean explainsExit(String logLine) {
    return !logLine.contains("\"s\":\"I\"");
  }

  @Override
  public StopSignal stopSignal() {
    return StopSignal.TERM;
  }

  @Override
  public StopSignal abortSignal() {
    return StopSignal.KILL;
  }

  @Override
  public void precomputeLogin(String password) {
    AdminPassword.successor(context.files());
    MongoDbSession.warmUp();
  }

  @Override
  public Runnable ensureLogin(int port, String password, boolean isNew) {
    try {
      if (!isNew && canLogIn(port, password)) {
        return () -> {};
      }
      AdminPassword successor = setPasswords(port, password);
      query(port, password);
      return () -> successor.replaceCurrent(context.files());
    } catch (MongoException e) {
      throw new DataPlaneException(
          "user %s cannot log in to database '%s': %s"
              .formatted(info.user(), info.database(), message(e)),
          e);
    }
  }

  @Override
  public void resetLogin(int port, String password) {
    try (MongoDbSession admin = logInAsAdmin(port)) {
      setUserPassword(admin, password);
      query(port, password);
    } catch (MongoException e) {
      throw new DataPlaneException(
          "cannot set a new password for user %s: %s".formatted(info.user(), message(e)), e);
    }
  }

  @Override
  public Optional<String> loginProblem(int port, String password) {
    try {
      query(port, password);
      return Optional.empty();
    } catch (MongoException e) {
      return Optional.of(
          MongoDbSession.isRefused(e)
              ? "user '%s' was dropped, or its password or roles changed; %s"
                  .formatted(info.user(), LOGIN_REMEDY)
              : message(e));
    }
  }

  /** Does nothing: a copy recovers the journal since the last checkpoint, one minute at most. */
  @Override
  public void checkpoint(int port) {}

  @Override
  public void writeOut(int port) {
    runAsAdmin(port, "fsync", "the server cannot write acknowledged data to disk: ");
  }

  @Override
  public LiveSchema schema(
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline) {
    throw new DataPlaneException("MongoDB has no schema that SQL can describe");
  }

  @Override
  public void reloadTls(int port) {
    runAsAdmin(port, "rotateCertificates", "the server does not accept the new certificate: ");
  }

  /** Runs a command as the administrator. The failure starts the message if it is refused. */
  private void runAsAdmin(int port, String command, String failure) {
    try (MongoDbSession admin = logInAsAdmin(port)) {
      admin.administer(new Document(command, 1));
    } catch (MongoException e) {
      throw new DataPlaneException(failure + message(e), e);
    }
  }

  private MongoDbSession logInAsAdmin(int port) {
    return MongoDbSession.logInAsAdmin(port, context.files(), authorities());
  }

  private static String message(MongoException e) {
    return OneLine.of(String.valueOf(e.getMessage()));
  }

  private Optional<String> authorities() {
    return context.tls().map(ServerTls::authorities);
  }

  private boolean canLogIn(int port, String password) {
    try {
      query(port, password);
      return true;
    } catch (MongoException e) {
      if (MongoDbSession.isRefused(e)) {
        return false;
      }
      throw e;
    }
  }

  private void query(int port, String password) {
    try (MongoDbSession client =
        MongoDbSession.logIn(port, info.user(), info.database(), password, authorities())) {
      client.run(info.database(), new Document("listCollections", 1).append("nameOnly", true));
    }
  }

  /**
   * Sets the client password and a new administrator password for this data. If copies shared one,
   * a compromised server could log in to others as Goldenrod. A kill in between has both set again.
   */
  private AdminPassword setPasswords(int port, String password) {
    try (MongoDbSession admin = logInAsAdmin(port)) {
      setUserPassword(admin, password);
      AdminPassword successor = AdminPassword.successor(context.files());
      admin.updateAdmin(successor.text());
      return successor;
    }
  }

  /** Users can drop themselves, because they own their database, which holds the users. */
  private void setUserPassword(MongoDbSession admin, String password) {
    try {
      admin.updateUser(info, password);
    } catch (MongoCommandException e) {
      if (e.getErrorCode() != USER_NOT_FOUND) {
        throw e;
      }
      admin.createUser(info, password);
    }
  }
}
