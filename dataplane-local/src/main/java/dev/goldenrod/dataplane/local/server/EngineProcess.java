package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Signal;
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
 * The process of one database server on one volume. It outlives the Java process, and another
 * object for the same volume finds it again.
 *
 * <p>Not thread-safe: one thread starts and stops it.
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
   * The server's process on that volume.
   *
   * @param log where it writes its log; its folder exists
   * @param port that it is configured to listen on
   * @param user that it runs as
   */
  public EngineProcess(EngineServer server, DataVolume volume, Path log, int port, RunAs user) {
    this(server, volume, log, port, user, Optional.empty());
  }

  /** The same of a server that speaks TLS with that certificate. */
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

  /** The process, also of an earlier server; empty when none runs on the data directory. */
  public Optional<ProcessHandle> process() {
    return pidFile.process();
  }

  /**
   * Starts the server, unless it runs already, and waits until it accepts logins or the start is
   * cancelled. A server that has much to recover takes its time.
   *
   * @throws DataPlaneException when it ends before that; the message has the last lines of its log
   */
  public ProcessHandle start(BooleanSupplier cancelled) {
    return start(process -> {}, cancelled);
  }

  /**
   * Starts the server as {@link #start(BooleanSupplier)} does.
   *
   * @param begun is given the process as soon as there is one; returns soon
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
                .formatted(volume.data(), log, tail.lines(server::tellsWhy)));
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
   * Stops the server cleanly and waits until it is gone: clients are disconnected, everything is
   * written. One that does not obey within the time is stopped as by {@link #abort}.
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
   * Does the work while no process of the server changes a file; see {@link Standstill}.
   *
   * @throws DataPlaneException when one of them does not stand still, or as the work does
   */
  public void standingStill(Runnable work) {
    Standstill.during(user, volume.root(), work);
  }

  /** Stops the server at once and waits until it is gone, as before its data is thrown away. */
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
    return pidFile.processIf(lines -> server.isReady(lines, this::isListened));
  }

  private boolean isListened() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** If somebody else listens on the loopback address, that is who the next login would go to. */
  private void requireLoopback(LogTail tail) {
    String lines = tail.lines();
    if (server.missesLoopback(lines)) {
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
   * Files of the volume that this one was copied from, where it alone still has them. A pid file of
   * the volume's own, which {@link PidFile#clearStale} left there, is the engine's to judge.
   */
  private List<String> foreign() {
    return Stream.concat(
            server.overrides().stream(),
            pidFile.exists() ? Stream.empty() : Stream.of(server.pidFile()))
        .toList();
  }

  /**
   * Writes the configuration; what a former start wrote is replaced. The files are the control
   * plane's own; the user that the engine runs as can read them and no more.
   */
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
   * Gives the running server another certificate where its own is not good any more; open
   * connections go on. Without effect for a server without one.
   *
   * @throws DataPlaneException when it does not take it, or there is none
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
