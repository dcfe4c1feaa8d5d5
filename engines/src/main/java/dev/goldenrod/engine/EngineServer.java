package dev.goldenrod.engine;

import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * One server: how its process is started and stopped, and how clients log in. Used by one thread at
 * a time, but for {@link #precomputeLogin}.
 */
public interface EngineServer {
  /**
   * How clients log in, besides host, port and password.
   *
   * @param scheme of the connection URL
   */
  record Login(String scheme, String database, String user) {}

  /** How the process is asked to end. */
  enum StopSignal {
    INT,
    TERM,
    QUIT,
    KILL
  }

  /** How clients log in. */
  Login login();

  /**
   * The server's configuration: texts by the names of files in the context's configuration folder.
   * Holds no secret.
   *
   * @throws dev.goldenrod.port.DataPlaneException when a setting cannot be written there
   */
  Map<String, String> configuration();

  /** The command that runs the server in the foreground. Holds no secret. */
  List<String> command();

  /** Files in the data directory that would win over the configuration; removed before a start. */
  List<String> overrides();

  /** The file in the data directory whose first line is the running server's process id. */
  String pidFile();

  /**
   * Whether the server accepts logins.
   *
   * @param pidFile the lines of its pid file
   * @param isListened whether somebody listens on its port
   */
  boolean isReady(List<String> pidFile, BooleanSupplier isListened);

  /**
   * The line of its pid file by which the server says that it accepts logins, without blanks around
   * it; empty when it accepts them as soon as it has such a file and listens on its port.
   */
  Optional<String> readyLine();

  /**
   * The command that sees on the server's machine whether it answers: it ends with 0 when the
   * server accepts logins, with 1 when it refuses them for now, as while it recovers, and with
   * another number when it does not answer within some seconds. Holds no secret. Empty for an
   * engine without such a command.
   *
   * @param port where the server listens on the loopback address
   */
  default List<String> answerCommand(int port) {
    return List.of();
  }

  /**
   * Whether the server could not listen on the loopback address, where somebody else then answers.
   *
   * @param log what it has logged since its start
   */
  boolean missesLoopback(String log);

  /**
   * Whether the line of its log can tell why it ended; the others are shown when there is none that
   * can.
   */
  default boolean tellsWhy(String logLine) {
    return true;
  }

  /** Ends the server when all is written; clients are disconnected. */
  StopSignal stopSignal();

  /** Ends the server at once; the next start recovers what was committed. */
  StopSignal abortSignal();

  /**
   * Computes what {@link #ensureLogin} needs of the password, in another thread than the one that
   * starts the server.
   */
  void precomputeLogin(String password);

  /**
   * Ensures that a client can log in with the password: when this returns, one has, and has run a
   * query. What its user did to shut everybody out is taken back. The password goes into no log.
   *
   * @param port where the server listens on the loopback address
   * @param isNew whether the password was never set on this data
   * @return what makes it outlive a kill of the server, which takes its time; without it, and if it
   *     fails, that has to be ensured again after a kill
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done
   */
  Runnable ensureLogin(int port, String password, boolean isNew);

  /**
   * Whether the end of the server may have undone what {@link #ensureLogin} did, or may still do
   * so: it is then to be done again.
   */
  default boolean isLoginUnfinished() {
    return false;
  }

  /**
   * Sets the password of the login that clients are given, whatever it was, and takes back what
   * shuts them out. It outlives a kill of the server. Sessions that are open go on. The password
   * goes into no log.
   *
   * @param port where the running server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done; the login may then have
   *     the one password or the other
   */
  void resetLogin(int port, String password);

  /**
   * Why no client can log in to the running server's database with the password and run a query;
   * empty when one can, or could if there were not so many.
   *
   * @param port where the server listens on the loopback address
   */
  Optional<String> loginProblem(int port, String password);

  /**
   * Writes out what a server on a copy of the data would have to recover, so that it starts soon.
   * The copy is good without it: it is made of all files as they are at one moment.
   *
   * @param port where the server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done
   */
  void checkpoint(int port);

  /** How it sorts by libraries of its machine; empty for an engine that brings its own along. */
  default Optional<SortOrders> sortOrders() {
    return Optional.empty();
  }

  /**
   * Has the files hold all that clients were told is written. Without effect for an engine whose
   * files always do.
   *
   * @param port where the server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done; a copy may lack some
   */
  default void flush(int port) {}

  /**
   * Has new connections get the certificate that the context's file holds now; those that are open
   * go on.
   *
   * @param port where the running server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when it does not take it
   */
  default void reloadTls(int port) {
    throw new DataPlaneException("this engine reads certificates at its start alone");
  }

  /** How its files are copied while it goes on; empty for an engine without such a way. */
  default Optional<OnlineBackup> onlineBackup() {
    return Optional.empty();
  }

  /**
   * Runs statements as the administrator, in the running server's database.
   *
   * @param port where the server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when one fails, when they give clients what leads
   *     out of the database, or when the engine has no such statements
   */
  default void administer(int port, String statements) {
    throw new DataPlaneException("only PostgreSQL has statements for its administrator");
  }

  /**
   * The schema of the running server's database, as its clients see it.
   *
   * @param port where the server is reached on the loopback address; its tools reach it where its
   *     context says
   * @param tools runs the engine's tools
   * @param program finds a tool that can read this release, by its name
   * @param deadline when what is begun with it has to be over
   * @throws dev.goldenrod.port.DataPlaneException when the engine has no schema as statements
   */
  LiveSchema schema(
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline);
}
