package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.work.CoalescingTask;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.dataplane.local.work.Retries;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One database: what is wanted of it, how it stands, and the turns that bring the two together.
 * Thread-safe; the turns themselves come one at a time.
 */
final class LocalDatabase {
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

  private final CertificateRenewal certificates;

  private final WorkLock work;

  /**
   * A database that nothing is wanted of yet.
   *
   * @param seen how it stands until its first turn
   * @param loginVerified whether a client could log in before
   * @param holders finds the other database that has an endpoint
   * @param changed told after each change of what is seen
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
    this.certificates = new CertificateRenewal(name, provisioner, status, work);
    this.logins = new LoginWatch(provisioner, status, executor, work);
    this.retries = new Retries(executor::later, this::requestTurn);
    this.failures = new DatabaseFailures(name, status, retries, executor);
    this.task = new CoalescingTask(executor.workers(), this::turn, retries::planUnblocking);
  }

  DatabaseObservation observation() {
    return status.observation();
  }

  /** Whether a client may be told how to log in. */
  boolean isLoginVerified() {
    return status.isLoginVerified();
  }

  /** From now on the database is to be as in the spec, unless it is being removed. */
  void ensure(DatabaseSpec spec) {
    if (status.want(spec)) {
      retries.reset();
      requestTurn();
    }
  }

  /** What it was given last, as soon as it was seen with it. */
  Optional<Resources> resources() {
    return status.resources();
  }

  /** From now on the database is to have those resources, without a restart. */
  void resize(Resources resources) {
    if (status.resize(resources)) {
      requestTurn();
    }
  }

  /** From now on the database is to be gone. */
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
        reach(spec);
      }
    } catch (WorkFailure e) {
      failures.handle(spec, e);
    } catch (RuntimeException | Error e) {
      failures.handleUnforeseen(spec, e);
    } finally {
      work.unlock();
    }
  }

  /** Its server and the login to it. */
  DatabaseServer running() {
    return provisioner.running();
  }

  /**
   * Makes a volume that has the database's files as they are at one moment.
   *
   * @throws WorkFailure when there is nothing to copy, or it cannot be done now
   */
  void copyTo(String volume) {
    work.lock();
    try {
      provisioner.copyTo(volume);
    } finally {
      work.unlock();
      if (provisioner.isStandingStill()) {
        requestTurn();
      }
    }
  }

  /**
   * Gives the running database another password.
   *
   * @throws WorkFailure when it is at other work
   * @throws dev.goldenrod.port.DataPlaneException when the engine does not take it
   */
  void resetCredentials() {
    work.lockSoon();
    try {
      provisioner.resetCredentials();
      logins.lookNow();
    } finally {
      work.unlock();
    }
  }

  /** Gives the running server another certificate where its own is not good any more. */
  void renewCertificate() {
    certificates.renew();
  }

  private void reach(DatabaseSpec spec) {
    Optional<LocalDatabase> moved = Optional.empty();
    DatabaseRecord record = provisioner.save(spec);
    try {
      if (record.takesOver()) {
        moved = takeOver(record);
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
      // Last, so that the two do not start at once and clients wait no longer than they must.
      moved.ifPresent(LocalDatabase::requestTurn);
    }
  }

  /**
   * Has this one answer at an endpoint of another, which is left stopped with a new one. It is done
   * when the record says so; a kill before finds this one, or both, with the endpoint.
   */
  private Optional<LocalDatabase> takeOver(DatabaseRecord record) {
    DatabaseSpec spec = record.spec();
    String endpoint = Objects.requireNonNull(spec.takeover()).endpoint();
    status.transitionTo(
        spec, DatabaseObservation.working(spec.generation(), observation().endpoint()));
    if (spec.running() && record.port() != DatabaseContext.port(endpoint)) {
      // No endpoint of another for a database that lets no client in.
      provisioner.requestLogin();
      provisioner.start(record, () -> !status.isCurrent(spec));
    }
    Optional<LocalDatabase> holder = holders.apply(endpoint);
    // What can be missing is missed before anything stops.
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

  /** Stops it and gives it that port; it goes on with the next turn. */
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
    logins.up(spec, endpoint, started);
    executor.watch().onExit(process, () -> ended(spec, process));
    provisioner.sweep(spec.generation());
  }

  /** Whether clients go on using it while it is looked at, or given other resources. */
  private boolean isServed(DatabaseRecord record) {
    return observation().state() == DatabaseState.READY
        && observation().generation() == record.spec().generation()
        && provisioner.isRunning(record);
  }

  private void ended(DatabaseSpec spec, ProcessHandle process) {
    if (status.ended(process)) {
      retries.down();
      failures.restart(
          spec, "process " + process.pid() + " ended by itself" + provisioner.whyEnded());
    }
  }
}
