package dev.goldenrod.engine;

import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * One database server: how to start and stop its process and how clients log in. Not thread-safe,
 * except for {@link #precomputeLogin}.
 *
 * <p>A {@code port} is the server's on the loopback address. Methods that change a running server
 * throw a {@link dev.goldenrod.port.DataPlaneException} if that fails. No method writes a password
 * to a log, and no command or configuration holds a secret.
 */
public interface EngineServer {
  /** Tells users whose login a database no longer accepts what to do; ends a sentence. */
  String LOGIN_REMEDY =
      "restart the database, or reset its credentials (POST …/credentials/reset), so that its clients can log in again";

  /** How clients log in, besides host, port and password. */
  record Login(String scheme, String database, String user) {}

  enum StopSignal {
    INT,
    TERM,
    QUIT,
    KILL
  }

  Login login();

  /**
   * Returns the server's configuration: file contents by file name in the context's configuration
   * directory.
   *
   * @throws dev.goldenrod.port.DataPlaneException if a file cannot represent a setting
   */
  Map<String, String> configuration();

  /** Returns the command that runs the server in the foreground. */
  List<String> command();

  /**
   * Returns files of the data directory that are removed before each start, such as those that
   * override the configuration.
   */
  List<String> overrides();

  /** Returns the file in the data directory whose first line is the server's process id. */
  String pidFile();

  /**
   * Returns whether the server accepts logins.
   *
   * @param pidFile the lines of its pid file
   * @param isPortOpen tells whether a process listens on its port
   */
  boolean isReady(List<String> pidFile, BooleanSupplier isPortOpen);

  /**
   * Returns the pid file's line, stripped, that tells that the server accepts logins. Empty if it
   * does as soon as the pid file exists and the port is open.
   */
  default Optional<String> readyLine() {
    return Optional.empty();
  }

  /**
   * Returns a health check command for the server's machine. Its exit code is 0 if the server
   * accepts logins, 1 if it refuses them for now, for example during recovery, and another if it
   * does not respond within seconds. Empty if the engine has none.
   */
  default List<String> healthCheckCommand(int port) {
    return List.of();
  }

  /**
   * Returns whether the log since the server's start says that it could not listen on the loopback
   * address, where another process then answers.
   */
  boolean failedToBindLoopback(String log);

  /** Returns whether the log line may explain why the server ended. If none does, all are used. */
  default boolean explainsExit(String logLine) {
    return true;
  }

  /** Returns the signal for a clean shutdown, which disconnects clients. */
  StopSignal stopSignal();

  /** Returns the signal for an immediate end, after which the next start runs recovery. */
  StopSignal abortSignal();

  /** Computes what {@link #ensureLogin} needs of the password. May run on another thread. */
  void precomputeLogin(String password);

  /**
   * Writes a login with the password into new data before its server starts, so that it needs no
   * {@link #ensureLogin} if {@link #loginProblem} finds nothing. Changes nothing if the engine does
   * not support that, or if it is not certain that the login would work.
   *
   * @param data returns the path of a file in the data directory, given by its path in there, that
   *     this process may write. No process uses the data directory
   * @return slow work that makes the login survive a power failure. It may run on another thread,
   *     and must end before the login is used. Empty if no login was written
   * @throws dev.goldenrod.port.DataPlaneException if the login may be written partly; this method
   *     must then succeed before the server starts
   */
  default Optional<Runnable> writeLogin(String password, Function<String, Path> data) {
    return Optional.empty();
  }

  /**
   * Ensures that a client can log in with the password, and verifies it with a login and a query.
   * Undoes what a user did to lock clients out.
   *
   * @param isNew whether the password was never set on this data
   * @return slow work that makes the change survive a kill of the server. Without it, or if it
   *     fails, this method must be called again after a kill
   */
  Runnable ensureLogin(int port, String password, boolean isNew);

  /**
   * Returns whether the end of the server may undo or have undone {@link #ensureLogin}, which then
   * has to be called again.
   */
  default boolean isLoginUnfinished() {
    return false;
  }

  /**
   * Sets the password of the client login and undoes what locks clients out. The change survives a
   * kill of the server, and open sessions continue. After an exception the login may have either
   * the old or the new password.
   */
  void resetLogin(int port, String password);

  /**
   * Returns why no client can log in and run a query. Empty if one can, or could if the connection
   * limit were not reached.
   */
  Optional<String> loginProblem(int port, String password);

  /** Returns the message for users about a reason of {@link #loginProblem}. */
  static String loginMessage(String reason) {
    return "the login stored by Goldenrod no longer works: " + reason;
  }

  /**
   * Writes cached changes to the data files, so that a server on a copy needs less recovery. A copy
   * is consistent without it, because it is taken of all files at one moment.
   */
  void checkpoint(int port);

  /** Returns how the server sorts with libraries of its machine; empty if it brings its own. */
  default Optional<SortOrders> sortOrders() {
    return Optional.empty();
  }

  /**
   * Writes all acknowledged transactions to the data files, without which a copy may lack some, and
   * then what {@link #checkpoint} writes, unless that fails. Without effect for an engine that
   * writes them before it acknowledges them.
   */
  default void writeOut(int port) {}

  /** Makes new connections use the certificate that the context's file holds now. */
  default void reloadTls(int port) {
    throw new DataPlaneException("this engine reads certificates only when it starts");
  }

  /** Returns how to copy the files of a running server; empty if that is not supported. */
  default Optional<OnlineBackup> onlineBackup() {
    return Optional.empty();
  }

  /**
   * Runs statements as the administrator in the server's database.
   *
   * @throws dev.goldenrod.port.DataPlaneException if a statement fails, if the statements give
   *     clients privileges beyond the database, or if the engine does not support it
   */
  default void administer(int port, String statements) {
    throw new DataPlaneException("only PostgreSQL supports statements run by its administrator");
  }

  /**
   * Returns the schema of the server's database, as its clients see it.
   *
   * @param port for sessions; tools use the address in their context
   * @param program returns the path of a tool that supports this release
   * @param deadline ends all work on the schema
   * @throws dev.goldenrod.port.DataPlaneException if the engine cannot express a schema as
   *     statements
   */
  LiveSchema schema(
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline);
}
