package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.dataplane.local.work.Retries;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What becomes of a database whose turn failed or whose server ended. Thread-safe. */
final class DatabaseFailures {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseFailures.class);

  private final String name;
  private final DatabaseStatus status;
  private final Retries retries;
  private final DatabaseExecutor executor;

  /** What was logged last. */
  private volatile String told = "";

  DatabaseFailures(String name, DatabaseStatus status, Retries retries, DatabaseExecutor executor) {
    this.name = name;
    this.status = status;
    this.retries = retries;
    this.executor = executor;
  }

  /** Says why the turn failed, and plans the next one. */
  void handle(@Nullable DatabaseSpec spec, WorkFailure failure) {
    if (isInterrupted(failure)) {
      return;
    }
    switch (failure.kind()) {
      case BLOCKED -> blocked(spec, failure.message());
      case FAILED -> {
        failed(spec, failure.message());
        retries.planRepair();
      }
      case CRASHED -> {
        retries.failed();
        restart(spec, failure.message());
      }
    }
  }

  /** The same for what no step expects. */
  void handleUnforeseen(@Nullable DatabaseSpec spec, Throwable failure) {
    if (isInterrupted(failure)) {
      return;
    }
    boolean isTold = failure.toString().equals(told);
    LOG.atLevel(isTold ? Level.DEBUG : Level.WARN)
        .setCause(failure)
        .log("{}: a step did not work; it is tried again", name);
    told = failure.toString();
    blocked(spec, Optional.ofNullable(failure.getMessage()).orElse(failure.toString()));
  }

  /** Starts the server again that ended for that reason, as soon as the failures so far allow. */
  void restart(@Nullable DatabaseSpec spec, String reason) {
    // What goes on failing for one reason is told no more, tried as it is.
    boolean isTold = retries.isHopeless() && reason.equals(told);
    LOG.atLevel(isTold ? Level.DEBUG : Level.WARN).log("{}: {}", name, reason);
    told = reason;
    if (retries.isHopeless()) {
      failed(spec, reason);
    } else {
      status.transitionTo(spec, DatabaseObservation.working(status.generation(spec), endpoint()));
    }
    retries.planRestart();
  }

  /** Whatever fails once the data plane is closed was interrupted by that. */
  private boolean isInterrupted(Throwable failure) {
    if (executor.isClosed()) {
      LOG.debug("{}: closed before a step was done", name, failure);
      return true;
    }
    return false;
  }

  private void blocked(@Nullable DatabaseSpec spec, String message) {
    status.transitionTo(
        spec, DatabaseObservation.blocked(status.generation(spec), endpoint(), message));
    retries.planUnblocking();
  }

  private void failed(@Nullable DatabaseSpec spec, String message) {
    status.transitionTo(
        spec, DatabaseObservation.failed(status.generation(spec), endpoint(), message));
  }

  private String endpoint() {
    return status.observation().endpoint();
  }
}
