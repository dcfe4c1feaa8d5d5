package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports whether clients can log in to a running database, and checks again periodically while
 * they cannot. Thread-safe.
 */
final class LoginWatch {
  /** The time between two checks. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(LoginWatch.class);

  private final String name;
  private final Supplier<Optional<String>> loginProblem;
  private final DatabaseStatus status;
  private final Consumer<Runnable> timer;
  private final WorkLock work;
  private volatile @Nullable Served served;

  /** The last failure of a check; empty for none. */
  private volatile String checkFailure = "";

  private record Served(DatabaseSpec spec, String endpoint, DatabaseStarter.Started started) {}

  /**
   * @param loginProblem returns why clients cannot log in; empty if they can
   * @param timer runs a check after {@link #PAUSE}
   */
  LoginWatch(
      String name,
      Supplier<Optional<String>> loginProblem,
      DatabaseStatus status,
      Consumer<Runnable> timer,
      WorkLock work) {
    this.name = name;
    this.loginProblem = loginProblem;
    this.status = status;
    this.timer = timer;
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
      report(now, findProblem());
    }
  }

  private Optional<String> findProblem() {
    try {
      return loginProblem.get();
    } catch (WorkFailure e) {
      return Optional.of(e.message());
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
    timer.accept(() -> recheck(now));
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
      checkFailure = "";
    } catch (RuntimeException | Error e) {
      logOnce(e);
      scheduleCheck(now);
    } finally {
      work.unlock();
    }
  }

  /** Logs a failure once, not on every check. */
  private void logOnce(Throwable failure) {
    String found = failure.toString();
    if (!status.isClosed() && !found.equals(checkFailure)) {
      checkFailure = found;
      LOG.warn("Cannot check the login of {}, will retry", name, failure);
    }
  }

  private boolean isServing(Served now) {
    return status.isServing(now.started().process());
  }
}
