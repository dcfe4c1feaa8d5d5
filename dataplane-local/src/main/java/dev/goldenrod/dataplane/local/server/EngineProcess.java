package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Standstill;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.EngineServer.StopSignal;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The process of a database server on a volume. The process outlives this Java process, and another
 * object for the same volume finds it again. Not thread-safe.
 */
public final class EngineProcess {
  private static final Duration FIRST_POLL = Duration.ofMillis(1);
  private static final int CONNECT_MILLIS = 1000;
  private static final Duration ABORT_PATIENCE = Duration.ofSeconds(10);

  private final EngineServer server;
  private final DataVolume volume;
  private final Path log;
  private final int port;
  private final RunAs user;
  private final PidFile pidFile;
  private final Optional<ServerCertificate> certificate;

  /**
   * @param log the server's log, in an existing folder
   * @param port the port that the server listens on
   */
  public EngineProcess(EngineServer server, DataVolume volume, Path log, int port, RunAs user) {
    this(server, volume, log, port, user, Optional.empty());
  }

  EngineProcess(
      EngineServer server,
      DataVolume volume,
      Path log,
      int port,
      RunAs user,
      Optional<ServerCertificate> certificate) {
    this.certificate = certificate;
    this.server = server;
    this.volume = volume;
    this.log = log;
    this.port = port;
    this.user = user;
    this.pidFile = new PidFile(volume, server.pidFile());
  }

  /** Returns the running server process of the data directory, even of an earlier server. */
  public Optional<ProcessHandle> process() {
    return pidFile.process();
  }

  /**
   * Starts the server unless it is running, and waits until it accepts logins or the start is
   * cancelled. Recovery may take long.
   *
   * @throws DataPlaneException if the server exits before, with the last lines of its log
   */
  public ProcessHandle start(BooleanSupplier cancelled) {
    return start(process -> {}, cancelled);
  }

  /**
   * Starts the server as {@link #start(BooleanSupplier)} does.
   *
   * @param begun called with the process as soon as it exists; must return quickly
   */
  public ProcessHandle start(Consumer<ProcessHandle> begun, BooleanSupplier cancelled) {
    LogTail tail = LogTail.fromNow(log);
    ProcessHandle process = process().orElseGet(this::launch);
    begun.accept(process);
    PollInterval poll = PollInterval.from(FIRST_POLL);
    Optional<ProcessHandle> ready = readyProcess();
    while (ready.isEmpty()) {
      if (!Processes.isRunning(process)) {
        throw new DataPlaneException(
            "the database server did not start on %s; it logged to %s:\n%s"
                .formatted(volume.data(), log, tail.lines(server::explainsExit)));
      }
      if (cancelled.getAsBoolean()) {
        return process;
      }
      poll.pause();
      ready = readyProcess();
    }
    requireLoopback(tail);
    return ready.get();
  }

  /**
   * Disconnects the clients, shuts the server down cleanly and waits for its exit. After the
   * timeout, stops it as {@link #abort} does.
   */
  public void stop(Duration patience) {
    process()
        .ifPresent(
            process -> {
              send(server.stopSignal(), process);
              if (!Processes.awaitExit(process, patience)) {
                abort(process);
              }
            });
  }

  /**
   * Runs the work while the server's processes are suspended; see {@link Standstill}.
   *
   * @throws DataPlaneException if a process cannot be suspended, or from the work
   */
  public void standingStill(Runnable work) {
    Standstill.during(user, volume.root(), work);
  }

  /** Stops the server immediately, as in a crash, and waits for its exit. */
  public void abort() {
    process().ifPresent(this::abort);
  }

  private void abort(ProcessHandle process) {
    send(server.abortSignal(), process);
    if (!Processes.awaitExit(process, ABORT_PATIENCE)) {
      send(StopSignal.KILL, process);
      Processes.awaitExit(process, ABORT_PATIENCE);
    }
  }

  private static void send(StopSignal signal, ProcessHandle process) {
    Processes.send(Signal.valueOf(signal.name()), process);
  }

  private Optional<ProcessHandle> readyProcess() {
    return pidFile.processIf(lines -> server.isReady(lines, this::isPortOpen));
  }

  private boolean isPortOpen() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Another process that listens on loopback would receive the next login. */
  private void requireLoopback(LogTail tail) {
    String lines = tail.lines();
    if (server.failedToBindLoopback(lines)) {
      abort();
      throw new DataPlaneException(
          "the database server could not listen on the loopback address, port %d:\n%s"
              .formatted(port, lines));
    }
  }

  private ProcessHandle launch() {
    pidFile.clearStale();
    configure();
    List<String> command = volume.commandWithout(foreign(), server.command());
    return Processes.startDetached(user, volume.root(), command, Map.of(), log).toHandle();
  }

  /**
   * Returns files that come from the volume's origin. The volume's own pid file, if {@link
   * PidFile#clearStale} kept it, is left for the engine.
   */
  private List<String> foreign() {
    return Stream.concat(
            server.overrides().stream(),
            pidFile.exists() ? Stream.empty() : Stream.of(server.pidFile()))
        .toList();
  }

  /** Writes the configuration, which the engine's user can only read. */
  private void configure() {
    try {
      Files.createDirectories(volume.conf());
      user.requireServersOwn(volume.conf());
      user.letPass(volume.conf());
      for (Map.Entry<String, String> text : server.configuration().entrySet()) {
        write(text.getKey(), text.getValue());
      }
      if (certificate.isPresent()) {
        certificate.get().prepare(volume, user);
      }
      write(DataVolume.PORT, Integer.toString(port));
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot write the configuration in %s: %s".formatted(volume.conf(), e), e);
    }
    server.overrides().forEach(this::removeOverride);
  }

  /**
   * Replaces the certificate if it is no longer valid; open connections are kept. Does nothing
   * without TLS.
   *
   * @throws DataPlaneException if the server refuses the new certificate, or there is none
   */
  public void renewCertificate() {
    try {
      if (certificate.isPresent() && certificate.get().renew(volume, user)) {
        server.reloadTls(port);
        certificate.get().noteServed(volume);
      }
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot write the certificate in %s: %s".formatted(volume.conf(), e), e);
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = volume.conf().resolve(name);
    Files.writeString(file, text);
    user.letRead(file);
  }

  private void removeOverride(String name) {
    Path file = volume.data().resolve(name);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      FileTrees.delete(file);
    }
  }
}
