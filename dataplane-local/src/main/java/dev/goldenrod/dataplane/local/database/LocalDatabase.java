package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.work.CoalescingTask;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.dataplane.local.work.Retries;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One database: its desired state, its observed state, and the turns that reconcile them.
 * Thread-safe; turns run one at a time.
 */
final class LocalDatabase {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDatabase.class);

  private final String name;
  private final DatabaseProvisioner provisioner;
  private final DatabaseContext context;
  private final DatabaseExecutor executor;
  private final Function<String, Optional<LocalDatabase>> holders;
  private final DatabaseStatus status;
  private final CoalescingTask task;
  private final Retries retries;
  private final DatabaseFailures failures;

  private final LoginWatch logins;
  private final WorkLock work;

  /** The last problem of renewing the certificate; empty for none. */
  private volatile String certificateProblem = "";

  /**
   * @param holders finds the other database that has an endpoint
   * @param changed called after each change of the observation
   */
  LocalDatabase(
      String name,
      DatabaseProvisioner provisioner,
      DatabaseContext context,
      DatabaseExecutor executor,
      DatabaseObservation seen,
      boolean loginVerified,
      Function<String, Optional<LocalDatabase>> holders,
      Consumer<LocalDatabase> changed) {
    this.name = name;
    this.work = new WorkLock(name);
    this.provisioner = provisioner;
    this.context = context;
    this.executor = executor;
    this.holders = holders;
    this.status =
        new DatabaseStatus(seen, loginVerified, executor::isClosed, () -> changed.accept(this));
    this.logins =
        new LoginWatch(
            name,
            provisioner::loginProblem,
            status,
            check -> executor.later(LoginWatch.PAUSE, () -> executor.submit(check)),
            work);
    this.retries = new Retries(executor::later, this::requestTurn);
    this.failures = new DatabaseFailures(name, status, retries, executor);
    this.task = new CoalescingTask(executor.workers(), this::turn, retries::planUnblocking);
  }

  DatabaseObservation observation() {
    return status.observation();
  }

  boolean isLoginVerified() {
    return status.isLoginVerified();
  }

  void ensure(DatabaseSpec spec) {
    if (status.setDesired(spec)) {
      retries.reset();
      requestTurn();
    }
  }

  Optional<Resources> resources() {
    return status.resources();
  }

  /** Changes the resources without a restart. */
  void resize(Resources resources) {
    if (status.resize(resources)) {
      requestTurn();
    }
  }

  void remove() {
    if (status.wantRemoval()) {
      requestTurn();
    }
  }

  private void requestTurn() {
    task.request();
  }

  private void turn() {
    status.expectNoProcess();
    retries.cancel();
    DatabaseStatus.Goal goal = status.goal();
    DatabaseSpec spec = goal.spec();
    work.lock();
    try {
      provisioner.resume();
      if (goal.removal()) {
        provisioner.remove();
        status.transitionTo(null, DatabaseObservation.absent());
      } else if (spec != null) {
        reconcile(spec);
      }
    } catch (WorkFailure e) {
      failures.handle(spec, e);
    } catch (RuntimeException | Error e) {
      failures.handleUnforeseen(spec, e);
    } finally {
      work.unlock();
    }
  }

  RunningDatabase running() {
    return provisioner.running();
  }

  void copyTo(String volume) {
    work.lock();
    try {
      provisioner.resume();
      provisioner.copyTo(volume);
    } finally {
      work.unlock();
      if (provisioner.isStandingStill()) {
        requestTurn();
      }
    }
  }

  /**
   * @throws WorkFailure if the database is busy
   */
  void resetCredentials() {
    work.lockSoon();
    try {
      provisioner.resetCredentials();
      logins.checkNow();
    } finally {
      work.unlock();
    }
  }

  /**
   * Replaces the TLS certificate if it is no longer valid and the server is running, without a
   * restart. Does nothing if the database is busy; the next call tries again.
   */
  void renewCertificate() {
    if (observation().state() != DatabaseState.READY || !work.tryLock()) {
      return;
    }
    try {
      provisioner.renewCertificate();
      certificateProblem = "";
    } catch (DataPlaneException | WorkFailure e) {
      noteCertificateProblem(String.valueOf(e.getMessage()));
    } finally {
      work.unlock();
    }
  }

  /** Logs a problem once, not on every attempt. */
  private void noteCertificateProblem(String found) {
    if (!found.equals(certificateProblem)) {
      certificateProblem = found;
      LOG.warn("Cannot renew the certificate of {}, will retry: {}", name, found);
    }
  }

  private void reconcile(DatabaseSpec spec) {
    Optional<LocalDatabase> moved = Optional.empty();
    DatabaseRecord record = provisioner.save(spec);
    try {
      if (record.takesOver()) {
        moved = takeOver(spec, record);
      }
      if (spec.running()) {
        start(spec);
      } else {
        stop(spec);
      }
      if (record.takesOver()) {
        provisioner.tookOver(Objects.requireNonNull(spec.takeover()));
      }
    } finally {
      // The moved database continues last: the two must not start at once, and clients wait less.
      moved.ifPresent(LocalDatabase::requestTurn);
    }
  }

  /**
   * Takes over an endpoint of another database, which is left stopped with a new one. After a crash
   * before the record says so, this database or both have the endpoint.
   */
  private Optional<LocalDatabase> takeOver(DatabaseSpec spec, DatabaseRecord record) {
    String endpoint = Objects.requireNonNull(spec.takeover()).endpoint();
    status.transitionTo(
        spec, DatabaseObservation.working(spec.generation(), observation().endpoint()));
    if (spec.running() && record.port() != DatabaseContext.port(endpoint)) {
      // A database without a working login must not get another's endpoint.
      provisioner.requestLogin();
      provisioner.start(record, () -> !status.isCurrent(spec));
    }
    Optional<LocalDatabase> holder = holders.apply(endpoint);
    // The spare port is reserved before anything stops, since the reservation can fail.
    Optional<Integer> spare = holder.map(other -> provisioner.reservePort());
    try {
      provisioner.stop(record);
      provisioner.moveTo(record, DatabaseContext.port(endpoint));
      holder.ifPresent(other -> other.moveAway(spare.orElseThrow()));
    } finally {
      spare.ifPresent(context.ports()::release);
    }
    return holder;
  }

  /** Stops the database and moves it to the port; the next turn starts it again. */
  private void moveAway(int port) {
    work.lockSoon();
    try {
      status.expectNoProcess();
      retries.cancel();
      provisioner.resume();
      provisioner
          .moveAway(port)
          .ifPresent(record -> status.movedTo(context.endpoint(record.port())));
    } finally {
      work.unlock();
    }
  }

  private void stop(DatabaseSpec spec) {
    DatabaseRecord record = provisioner.save(spec);
    String endpoint = context.endpoint(record.port());
    if (observation().state() != DatabaseState.STOPPED) {
      status.transitionTo(spec, DatabaseObservation.working(spec.generation(), endpoint));
    }
    provisioner.stop(record);
    provisioner.requestLogin();
    status.transitionTo(spec, DatabaseObservation.stopped(spec.generation(), endpoint));
    provisioner.sweep(spec.generation());
  }

  private void start(DatabaseSpec spec) {
    DatabaseRecord record = provisioner.save(spec);
    String endpoint = context.endpoint(record.port());
    if (!retries.isHopeless() && !isServed(record)) {
      status.transitionTo(spec, DatabaseObservation.working(spec.generation(), endpoint));
    }
    DatabaseStarter.Started started = provisioner.start(record, () -> !status.isCurrent(spec));
    ProcessHandle process = started.process();
    if (!status.serves(spec, process)) {
      return;
    }
    retries.up();
    logins.started(spec, endpoint, started);
    executor.watch().onExit(process, () -> ended(spec, process));
    provisioner.sweep(spec.generation());
  }

  /** Returns whether clients keep using the database during this turn. */
  private boolean isServed(DatabaseRecord record) {
    return observation().state() == DatabaseState.READY
        && observation().generation() == record.spec().generation()
        && provisioner.isRunning(record);
  }

  private void ended(DatabaseSpec spec, ProcessHandle process) {
    if (status.ended(process)) {
      retries.down();
      failures.restart(
          spec, "process " + process.pid() + " exited unexpectedly" + provisioner.whyEnded());
    }
  }
}
