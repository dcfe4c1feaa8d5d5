package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Signal;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One PostgreSQL server process on one data directory. It outlives the Java process, and another
 * object with the same spec finds it again.
 *
 * <p>Not thread-safe: one thread starts and stops it.
 */
public final class PostgresServer {
  private static final Duration FAST_POLL = Duration.ofMillis(1);
  private static final Duration SLOW_POLL = Duration.ofMillis(20);
  private static final Duration FAST_POLL_FOR = Duration.ofSeconds(3);
  private static final Duration LAST_RESORT = Duration.ofSeconds(10);
  private static final String LOOPBACK_TAKEN =
      "could not bind IPv4 address \"%s\"".formatted(ServerSpec.LOOPBACK);

  private final ServerSpec spec;
  private final RunAs runAs;
  private final PostmasterFile postmaster;

  public PostgresServer(ServerSpec spec, RunAs runAs) {
    this.spec = spec;
    this.runAs = runAs;
    this.postmaster = new PostmasterFile(spec.volume().data());
  }

  /** Loads what the first login needs, which takes longer than a login does. */
  public static void warmUp() {
    PostgresLogin.warmUp();
  }

  /** The server's process, whoever started it; empty when none runs on the data directory. */
  public Optional<ProcessHandle> process() {
    return postmaster.process();
  }

  /**
   * Starts the server, unless it runs already, and waits until it accepts logins.
   *
   * @throws DataPlaneException when it ends before that; the message has the last lines of its log
   */
  public ProcessHandle start() {
    return start(() -> false);
  }

  /**
   * Starts the server, unless it runs already, and waits until it accepts logins or the start is
   * cancelled. A server that has much to recover takes its time.
   *
   * @throws DataPlaneException when it ends before that; the message has the last lines of its log
   */
  public ProcessHandle start(BooleanSupplier cancelled) {
    LogTail tail = LogTail.fromNow(spec.log());
    ProcessHandle process = process().orElseGet(this::launch);
    long begin = System.nanoTime();
    Optional<ProcessHandle> ready = postmaster.readyProcess();
    while (ready.isEmpty()) {
      if (!Processes.isRunning(process)) {
        throw new DataPlaneException(
            "PostgreSQL %d did not start on %s; it logged to %s:\n%s"
                .formatted(spec.home().major(), spec.volume().data(), spec.log(), tail.lines()));
      }
      if (cancelled.getAsBoolean()) {
        return process;
      }
      Processes.pause(System.nanoTime() - begin < FAST_POLL_FOR.toNanos() ? FAST_POLL : SLOW_POLL);
      ready = postmaster.readyProcess();
    }
    requireLoopback(tail);
    return ready.get();
  }

  /**
   * PostgreSQL is content with one address of several. If somebody else listens on the loopback
   * address, that is who the next login would go to.
   */
  private void requireLoopback(LogTail tail) {
    String lines = tail.lines();
    if (lines.contains(LOOPBACK_TAKEN)) {
      abort();
      throw new DataPlaneException(
          "PostgreSQL could not listen on the loopback address, port %d:\n%s"
              .formatted(spec.port(), lines));
    }
  }

  /**
   * Logs in over loopback.
   *
   * @throws SQLException as the driver does
   */
  public Connection connect(String database, String user, String password) throws SQLException {
    return PostgresLogin.open(spec.port(), database, user, password);
  }

  /**
   * Logs in as the volume's superuser, in a session that no setting of the data holds back.
   *
   * @throws SQLException as the driver does
   */
  public Connection connectAsAdmin(String database) throws SQLException {
    return PostgresLogin.openAsAdmin(spec.port(), database, AdminRole.of(spec.volume()));
  }

  /**
   * Stops the server cleanly and waits until it is gone: clients are disconnected, everything is
   * written. One that does not obey within the time is stopped as by {@link #abort}.
   */
  public void stop(Duration patience) {
    process()
        .ifPresent(
            process -> {
              Processes.send(Signal.INT, process);
              if (!Processes.awaitExit(process, patience)) {
                abort(process);
              }
            });
  }

  /** Stops the server at once and waits until it is gone, as before its data is thrown away. */
  public void abort() {
    process().ifPresent(PostgresServer::abort);
  }

  private static void abort(ProcessHandle process) {
    Processes.send(Signal.QUIT, process);
    if (!Processes.awaitExit(process, LAST_RESORT)) {
      Processes.send(Signal.KILL, process);
      Processes.awaitExit(process, LAST_RESORT);
    }
  }

  private ProcessHandle launch() {
    postmaster.clearStale();
    ServerFiles files = new ServerFiles(spec, runAs);
    files.write();
    List<String> command =
        List.of(
            spec.home().postgres().toString(),
            "-D",
            spec.volume().data().toString(),
            "-c",
            "config_file=" + files.configuration());
    return Processes.startDetached(runAs, spec.volume().root(), command, Map.of(), spec.log())
        .toHandle();
  }
}
