package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One database: what is wanted of it, how it stands, and the turns that bring the two together.
 * Thread-safe; the turns themselves come one at a time.
 */
final class LocalDatabase {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDatabase.class);
  private static final Duration BLOCKED_PAUSE = Duration.ofSeconds(1);
  private static final Duration WORK_PATIENCE = Duration.ofSeconds(5);
  private static final Duration FAILED_PAUSE = Duration.ofMinutes(1);

  private final String name;
  private final DatabaseProvisioner provisioner;
  private final DatabaseContext context;
  private final DatabaseExecutor executor;
  private final Function<String, Optional<LocalDatabase>> holders;
  private final Consumer<LocalDatabase> changed;
  private final CoalescingTask task;
  private final RestartPolicy restarts = new RestartPolicy();

  /** Held by who changes the volumes or the processes. */
  private final ReentrantLock work = new ReentrantLock();

  private volatile DatabaseObservation seen;
  private @Nullable DatabaseSpec wanted;
  private boolean removal;
  private boolean loginVerified;
  private @Nullable ProcessHandle serving;
  private @Nullable Future<?> retry;

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
    this.provisioner = provisioner;
    this.context = context;
    this.executor = executor;
    this.seen = seen;
    this.loginVerified = loginVerified;
    this.holders = holders;
    this.changed = changed;
    this.task = new CoalescingTask(executor.workers(), this::turn, () -> retryAfter(BLOCKED_PAUSE));
  }

  DatabaseObservation observation() {
    return seen;
  }

  /** Whether a client may be told how to log in. */
  synchronized boolean isLoginVerified() {
    return loginVerified && !removal;
  }

  /** From now on the database is to be as in the spec, unless it is being removed. */
  void ensure(DatabaseSpec spec) {
    synchronized (this) {
      if (removal || isSettled(spec)) {
        return;
      }
      if (wanted == null || !wanted.equals(spec)) {
        wanted = spec;
      }
      restarts.reset();
      seen = DatabaseObservation.working(wanted.generation(), seen.endpoint());
    }
    task.request();
  }

  /** From now on the database is to be gone. */
  void remove() {
    synchronized (this) {
      if (removal) {
        return;
      }
      removal = true;
      seen = DatabaseObservation.working(seen.generation(), seen.endpoint());
    }
    task.request();
  }

  /**
   * Whether that spec is older than what is wanted, or there, or under way, or tried again soon.
   */
  private boolean isSettled(DatabaseSpec spec) {
    if (wanted == null || spec.generation() > wanted.generation()) {
      return false;
    }
    return spec.generation() < wanted.generation()
        || spec.running() == wanted.running()
            && seen.state() != DatabaseState.FAILED
            && takeoverNumber(spec) <= takeoverNumber(wanted);
  }

  private static int takeoverNumber(DatabaseSpec spec) {
    return spec.takeover() == null ? 0 : spec.takeover().number();
  }

  private void turn() {
    DatabaseSpec spec;
    boolean remove;
    synchronized (this) {
      remove = removal;
      spec = remove ? null : wanted;
      serving = null;
      cancelRetry();
    }
    work.lock();
    try {
      provisioner.resume();
      if (remove) {
        provisioner.remove();
        transitionTo(null, DatabaseObservation.absent());
      } else if (spec != null) {
        reach(spec);
      }
    } catch (DatabaseException e) {
      troubled(spec, e);
    } catch (RuntimeException | Error e) {
      unforeseen(spec, e);
    } finally {
      work.unlock();
    }
  }

  /** Its server and the login to it. */
  RunningServer running() {
    return provisioner.running();
  }

  /**
   * Makes a volume that has the database's files as they are at one moment.
   *
   * @throws DatabaseException when there is nothing to copy, or it cannot be done now
   */
  void copyTo(String volume) {
    work.lock();
    try {
      provisioner.copyTo(volume);
    } finally {
      work.unlock();
    }
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
      moved.ifPresent(other -> other.task.request());
    }
  }

  /**
   * Has this one answer at an endpoint of another, which is left stopped with a new one. It is done
   * when the record says so; a kill before finds this one, or both, with the endpoint.
   */
  private Optional<LocalDatabase> takeOver(DatabaseRecord record) {
    String endpoint = Objects.requireNonNull(record.spec().takeover()).endpoint();
    transitionTo(
        record.spec(), DatabaseObservation.working(record.spec().generation(), seen.endpoint()));
    Optional<LocalDatabase> holder = holders.apply(endpoint);
    provisioner.stop(record);
    provisioner.moveTo(record, DatabaseContext.port(endpoint));
    holder.ifPresent(LocalDatabase::moveAway);
    return holder;
  }

  /** Stops it and gives it a new endpoint; it goes on with the next turn. */
  private void moveAway() {
    awaitWork();
    try {
      synchronized (this) {
        serving = null;
        cancelRetry();
      }
      provisioner.resume();
      provisioner.moveAway().ifPresent(record -> seenAt(context.endpoint(record.port())));
    } finally {
      work.unlock();
    }
  }

  private void seenAt(String endpoint) {
    synchronized (this) {
      seen = DatabaseObservation.working(seen.generation(), endpoint);
    }
    changed.accept(this);
  }

  /** Not for ever: two that wait for each other would. */
  private void awaitWork() {
    try {
      if (!work.tryLock(WORK_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw DatabaseException.blocked("waits for " + name + ", which is at work", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DatabaseException.blocked("interrupted while waiting for " + name, e);
    }
  }

  private void stop(DatabaseSpec spec) {
    DatabaseRecord record = provisioner.save(spec);
    String endpoint = context.endpoint(record.port());
    transitionTo(spec, DatabaseObservation.working(spec.generation(), endpoint));
    provisioner.stop(record);
    transitionTo(spec, DatabaseObservation.stopped(spec.generation(), endpoint));
    sweep(spec);
  }

  private void start(DatabaseSpec spec) {
    DatabaseRecord record = provisioner.save(spec);
    String endpoint = context.endpoint(record.port());
    if (!isHopeless()) {
      transitionTo(spec, DatabaseObservation.working(spec.generation(), endpoint));
    }
    DatabaseProvisioner.Started started = provisioner.start(record, () -> !isCurrent(spec));
    ProcessHandle process = started.process();
    synchronized (this) {
      if (!isCurrent(spec)) {
        return;
      }
      serving = process;
      restarts.up();
    }
    transitionTo(spec, DatabaseObservation.ready(spec.generation(), endpoint, started.message()));
    executor.watch().onExit(process, () -> ended(spec, process));
    sweep(spec);
  }

  private void sweep(DatabaseSpec spec) {
    try {
      provisioner.sweep(spec.generation());
    } catch (RuntimeException e) {
      if (executor.isClosed()) {
        LOG.debug("{}: closed before a former volume was removed", name, e);
        return;
      }
      LOG.warn("{}: a former volume stays until the next start", name, e);
    }
  }

  private void ended(DatabaseSpec spec, ProcessHandle process) {
    synchronized (this) {
      if (!process.equals(serving) || removal || executor.isClosed()) {
        return;
      }
      serving = null;
      restarts.down();
    }
    again(spec, "process " + process.pid() + " ended by itself" + provisioner.whyEnded());
  }

  private void troubled(@Nullable DatabaseSpec spec, DatabaseException trouble) {
    switch (trouble.kind()) {
      case BLOCKED -> blocked(spec, trouble.message());
      case FAILED -> failed(spec, trouble.message(), FAILED_PAUSE);
      case CRASHED -> {
        synchronized (this) {
          restarts.failed();
        }
        again(spec, trouble.message());
      }
    }
  }

  private void unforeseen(@Nullable DatabaseSpec spec, Throwable e) {
    if (executor.isClosed()) {
      return;
    }
    LOG.warn("{}: a step did not work; it is tried again", name, e);
    blocked(spec, Optional.ofNullable(e.getMessage()).orElse(e.toString()));
  }

  private void blocked(@Nullable DatabaseSpec spec, String message) {
    transitionTo(spec, DatabaseObservation.blocked(of(spec), seen.endpoint(), message));
    retryAfter(BLOCKED_PAUSE);
  }

  /** What is wrong may be put right from outside, so it is tried again, though not often. */
  private void failed(@Nullable DatabaseSpec spec, String message, Duration pause) {
    transitionTo(spec, DatabaseObservation.failed(of(spec), seen.endpoint(), message));
    retryAfter(pause);
  }

  private void again(@Nullable DatabaseSpec spec, String reason) {
    Duration pause;
    synchronized (this) {
      pause = restarts.pause();
    }
    LOG.warn("{}: {}", name, reason);
    if (isHopeless()) {
      failed(spec, reason, pause);
    } else {
      transitionTo(spec, DatabaseObservation.working(of(spec), seen.endpoint()));
      retryAfter(pause);
    }
  }

  private synchronized boolean isHopeless() {
    return restarts.isHopeless();
  }

  /** One retry is planned at a time, however many reasons there are for it. */
  private synchronized void retryAfter(Duration pause) {
    cancelRetry();
    retry = executor.later(pause, task::request);
  }

  private void cancelRetry() {
    if (retry != null) {
      retry.cancel(false);
    }
  }

  private int of(@Nullable DatabaseSpec spec) {
    return spec == null ? seen.generation() : spec.generation();
  }

  private synchronized boolean isCurrent(DatabaseSpec spec) {
    return wanted == spec && !removal && !executor.isClosed();
  }

  /**
   * Takes note of how the database stands, unless something else is wanted of it meanwhile.
   *
   * @param spec what was worked on; null for the removal
   */
  private void transitionTo(@Nullable DatabaseSpec spec, DatabaseObservation observation) {
    synchronized (this) {
      boolean current = spec == null ? removal : isCurrent(spec);
      if (!current || executor.isClosed() || observation.equals(seen)) {
        return;
      }
      seen = observation;
      loginVerified |= observation.state() == DatabaseState.READY;
    }
    changed.accept(this);
  }
}
