package dev.goldenrod.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data plane in a server's own process, attached at the start or as soon as it is reachable.
 * Thread-safe.
 */
final class ServerDataPlane implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerDataPlane.class);
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final ControlPlane control;
  private final Supplier<DataPlane> opening;
  private final Duration pause;
  private final ScheduledExecutorService retries =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("data-plane"));
  private Optional<DataPlane> attached = Optional.empty();
  private Optional<Companion> companion = Optional.empty();
  private Optional<AutoCloseable> runningCompanion = Optional.empty();
  private String lastProblem = "";
  private boolean closed;

  /** A service that needs the attached data plane. */
  @FunctionalInterface
  interface Companion {
    /** Starts the companion; closing the result stops it. */
    AutoCloseable start(DataPlane dataPlane);
  }

  private ServerDataPlane(ControlPlane control, Supplier<DataPlane> opening, Duration pause) {
    this.control = control;
    this.opening = opening;
    this.pause = pause;
  }

  /**
   * Attaches the data plane. If it is unreachable, that is logged and retried every ten seconds.
   *
   * @throws dev.goldenrod.port.DataPlaneException if it fails otherwise; nothing is left open then
   */
  static ServerDataPlane attach(ControlPlane control, Supplier<DataPlane> opening) {
    return attach(control, opening, PAUSE);
  }

  static ServerDataPlane attach(ControlPlane control, Supplier<DataPlane> opening, Duration pause) {
    ServerDataPlane dataPlane = new ServerDataPlane(control, opening, pause);
    try {
      dataPlane.open();
    } catch (DataPlaneUnreachableException notNow) {
      dataPlane.logProblem(notNow);
      dataPlane.scheduleRetry();
    } catch (RuntimeException never) {
      dataPlane.close();
      throw never;
    }
    return dataPlane;
  }

  /** Returns the data plane; empty until it is attached. */
  synchronized Optional<DataPlane> get() {
    return attached;
  }

  /**
   * Starts the companion now, or as soon as the data plane is attached and reachable.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the data plane rejects the companion now
   */
  void runCompanion(Companion wanted) {
    try {
      synchronized (this) {
        companion = Optional.of(wanted);
        startCompanion();
      }
    } catch (DataPlaneUnreachableException notNow) {
      logProblem(notNow);
      scheduleRetry();
    }
  }

  private synchronized void startCompanion() {
    if (!closed && runningCompanion.isEmpty() && attached.isPresent()) {
      runningCompanion = companion.map(wanted -> wanted.start(attached.get()));
    }
  }

  void stopCompanion() {
    Optional<AutoCloseable> ending;
    synchronized (this) {
      companion = Optional.empty();
      ending = runningCompanion;
      runningCompanion = Optional.empty();
    }
    ending.ifPresent(ServerDataPlane::end);
  }

  private static void end(AutoCloseable companion) {
    try {
      companion.close();
    } catch (Exception e) {
      LOG.warn(
          "Cannot stop the data plane's companion service, will close the data plane anyway", e);
    }
  }

  private void open() {
    DataPlane opened = opening.get();
    if (!attachUnlessClosed(opened)) {
      opened.close();
      return;
    }
    try {
      control.attach(opened);
    } catch (RuntimeException refused) {
      clearAttached();
      opened.close();
      throw refused;
    }
  }

  private synchronized boolean attachUnlessClosed(DataPlane opened) {
    if (!closed) {
      attached = Optional.of(opened);
    }
    return !closed;
  }

  private synchronized void clearAttached() {
    attached = Optional.empty();
  }

  private void scheduleRetry() {
    retries.schedule(this::retry, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void retry() {
    try {
      if (get().isEmpty()) {
        open();
      }
      startCompanion();
    } catch (RuntimeException notNow) {
      logProblem(notNow);
      scheduleRetryUnlessClosed();
    }
  }

  private synchronized void scheduleRetryUnlessClosed() {
    if (!closed) {
      scheduleRetry();
    }
  }

  /** Logs the problem unless it is the same as the last one. */
  private synchronized void logProblem(RuntimeException problem) {
    String now = String.valueOf(problem.getMessage());
    if (attached.isEmpty()) {
      control.awaitDataPlane(now);
    }
    if (!closed && !now.equals(lastProblem)) {
      LOG.warn(
          attached.isPresent()
              ? "Cannot start the data plane's companion service, will retry: {}"
              : "Cannot reach the data plane, so no work is done in it, will retry: {}",
          now);
      lastProblem = now;
    }
  }

  /** Stops retrying and closes the data plane. Its databases keep running. */
  @Override
  public void close() {
    Optional<DataPlane> open;
    synchronized (this) {
      closed = true;
      open = attached;
      attached = Optional.empty();
    }
    retries.shutdownNow();
    open.ifPresent(DataPlane::close);
  }
}
