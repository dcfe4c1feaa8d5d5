package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether clients can log in to a running database, and checks again periodically while
 * they cannot. Thread-safe.
 */
final class LoginWatch {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final DatabaseProvisioner provisioner;
  private final DatabaseStatus status;
  private final DatabaseExecutor executor;
  private final WorkLock work;
  private volatile @Nullable Served served;

  private record Served(DatabaseSpec spec, String endpoint, DatabaseStarter.Started started) {}

  LoginWatch(
      DatabaseProvisioner provisioner,
      DatabaseStatus status,
      DatabaseExecutor executor,
      WorkLock work) {
    this.provisioner = provisioner;
    this.status = status;
    this.executor = executor;
    this.work = work;
  }

  /** Reports a database that is up, with the result of its first login check. */
  void started(DatabaseSpec spec, String endpoint, DatabaseStarter.Started started) {
    Served now = new Served(spec, endpoint, started);
    served = now;
    report(now, started.loginProblem());
  }

  /** Checks the login again; the caller holds the work lock. */
  void checkNow() {
    Served now = served;
    if (now != null && isServing(now)) {
      report(now, provisioner.loginProblem());
    }
  }

  private void report(Served now, Optional<String> problem) {
    String message =
        Stream.concat(problem.stream(), Stream.of(now.started().limits()))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    status.transitionTo(
        now.spec(), DatabaseObservation.ready(now.spec().generation(), now.endpoint(), message));
    if (problem.isPresent()) {
      scheduleCheck(now);
    }
  }

  private void scheduleCheck(Served now) {
    executor.later(PAUSE, () -> executor.submit(() -> recheck(now)));
  }

  private void recheck(Served now) {
    if (now != served || !isServing(now)) {
      return;
    }
    if (!work.tryLock()) {
      scheduleCheck(now);
      return;
    }
    try {
      checkNow();
    } catch (DataPlaneException | WorkFailure e) {
      scheduleCheck(now);
    } finally {
      work.unlock();
    }
  }

  private boolean isServing(Served now) {
    return status.isServing(now.started().process());
  }
}
