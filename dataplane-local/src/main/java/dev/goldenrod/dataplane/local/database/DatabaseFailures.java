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

/** Handles failures of a database's turns and unexpected exits of its server. Thread-safe. */
final class DatabaseFailures {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseFailures.class);

  private final String name;
  private final DatabaseStatus status;
  private final Retries retries;
  private final DatabaseExecutor executor;

  private volatile String told = "";

  DatabaseFailures(String name, DatabaseStatus status, Retries retries, DatabaseExecutor executor) {
    this.name = name;
    this.status = status;
    this.retries = retries;
    this.executor = executor;
  }

  /** Reports why the turn failed, and schedules the next one. */
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

  /** Reports an unexpected exception, and schedules the next turn. */
  void handleUnforeseen(@Nullable DatabaseSpec spec, Throwable failure) {
    if (isInterrupted(failure)) {
      return;
    }
    boolean isTold = failure.toString().equals(told);
    LOG.atLevel(isTold ? Level.DEBUG : Level.WARN)
        .setCause(failure)
        .log("{}: a step failed, will retry", name);
    told = failure.toString();
    blocked(spec, Optional.ofNullable(failure.getMessage()).orElse(failure.toString()));
  }

  /** Restarts the server after a delay that depends on the number of failures so far. */
  void restart(@Nullable DatabaseSpec spec, String reason) {
    // The same failure is logged as a warning only once, even if restarts go on.
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

  private boolean isInterrupted(Throwable failure) {
    if (executor.isClosed()) {
      LOG.debug("Interrupted the work on {}: the data plane is closed", name, failure);
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
