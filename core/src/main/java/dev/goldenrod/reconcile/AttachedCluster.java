package dev.goldenrod.reconcile;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster whose data plane is attached to this process. Thread-safe. */
final class AttachedCluster {
  private static final Duration COLLECTION_INTERVAL = Duration.ofMinutes(10);
  private static final Duration RECHECK_DELAY = Duration.ofMinutes(1);
  private static final Duration MARK_INTERVAL = Duration.ofSeconds(10);
  private static final long DETACH_SECONDS = 10;

  /** Concurrent calls from the loop in one data plane, after which it gets no more work. */
  private static final int MAX_CONCURRENT_CALLS = 16;

  private static final Duration SLOW_CALL = Duration.ofSeconds(1);

  private final UUID id;
  private final UUID orgId;
  private final String name;
  private final @Nullable String agentTokenSha256;
  private final DataPlane attached;
  private final ControlObserver observer;

  /** The attached data plane, wrapped to report each call to the observer. */
  private final DataPlane dataPlane;

  private final boolean ownsInventory;

  /** Held for reading by each call; locked for writing to wait until all calls have ended. */
  private final ReadWriteLock calls = new ReentrantReadWriteLock();

  /** The start of each of the loop's calls in progress, by {@link System#nanoTime}. */
  private final Map<Object, Long> callsInProgress = new ConcurrentHashMap<>();

  private volatile boolean detached;
  private volatile boolean changed;
  private boolean wasUnreachable;
  private Instant nextMark = Instant.MIN;
  private Instant nextCollection = Instant.MIN;
  private Optional<Set<UUID>> previousOrphans;

  /**
   * @param ownsInventory whether the store knew the cluster before: only then are resources without
   *     a row orphans, rather than another store's
   * @param observer receives the calls of the data plane and the times for which databases paused
   */
  AttachedCluster(
      Cluster cluster, DataPlane dataPlane, boolean ownsInventory, ControlObserver observer) {
    this.id = cluster.id();
    this.orgId = cluster.orgId();
    this.name = cluster.name();
    this.agentTokenSha256 = cluster.agentTokenSha256();
    this.attached = dataPlane;
    this.observer = observer;
    this.dataPlane = observer.observed(dataPlane);
    this.ownsInventory = ownsInventory;
    this.previousOrphans = dataPlane.isShared() ? Optional.of(Set.of()) : Optional.empty();
  }

  UUID id() {
    return id;
  }

  UUID orgId() {
    return orgId;
  }

  DataPlaneFigures figures() {
    return new DataPlaneFigures(
        name, dataPlane.unreachable(), call(DataPlane::storage).flatMap(storage -> storage));
  }

  /** Returns whether the cluster has another token than the one that the agent connected with. */
  boolean isRevoked(Transaction tx) {
    return agentTokenSha256 != null
        && tx.clusters()
            .find(orgId, id)
            .filter(cluster -> agentTokenSha256.equals(cluster.agentTokenSha256()))
            .isEmpty();
  }

  boolean wraps(DataPlane other) {
    return attached == other;
  }

  /** Must be used inside {@link #call} only. */
  DataPlane dataPlane() {
    return dataPlane;
  }

  /** Returns whether orphans are to be collected now; if so, the next time is in ten minutes. */
  synchronized boolean claimCollection(Instant now) {
    boolean due = ownsInventory && !now.isBefore(nextCollection);
    if (due) {
      nextCollection = now.plus(COLLECTION_INTERVAL);
    }
    return due;
  }

  String message() {
    return call(DataPlane::message).orElse("");
  }

  boolean isUnreachable() {
    return !detached && dataPlane.unreachable().isPresent();
  }

  /**
   * Returns whether the data plane answers again after it was unreachable; true until {@link
   * #returnHandled} is called.
   */
  synchronized boolean hasReturned() {
    boolean unreachable = isUnreachable();
    wasUnreachable |= unreachable;
    return wasUnreachable && !unreachable;
  }

  /** Records that the work which waited for the data plane to return is due. */
  synchronized void returnHandled() {
    wasUnreachable = false;
  }

  void markDue() {
    changed = true;
  }

  boolean hasChanged() {
    return changed;
  }

  /**
   * Returns whether a new mark is due; if so, the next one is due in ten seconds at the earliest.
   */
  synchronized boolean claimMark(Instant now) {
    boolean due = changed && !now.isBefore(nextMark);
    if (due) {
      changed = false;
      nextMark = now.plus(MARK_INTERVAL);
    }
    return due;
  }

  /**
   * Returns those orphans that were orphans at the previous collection too. A single sighting does
   * not count: news of a removal by another server may be late, and the copy on which schema
   * changes are tried has no row while it is being removed. The first collection of a data plane
   * that no other server uses returns all, because the server that created them has stopped. If
   * some orphans are still unconfirmed, the next collection is a minute later.
   */
  synchronized Set<UUID> confirmOrphans(Set<UUID> orphans, Instant now) {
    Set<UUID> confirmed = new HashSet<>(orphans);
    previousOrphans.ifPresent(confirmed::retainAll);
    previousOrphans = Optional.of(orphans);
    if (confirmed.size() < orphans.size()) {
      nextCollection = now.plus(RECHECK_DELAY);
    }
    return confirmed;
  }

  /** Forwards the data plane's changes and pauses for as long as it is attached. */
  void listen(Consumer<UUID> listener) {
    dataPlane.onStandstill(
        time -> {
          if (!detached) {
            observer.stoodStill(time);
          }
        });
    dataPlane.onChange(
        changed -> {
          if (!detached) {
            listener.accept(changed);
          }
        });
  }

  /** Calls the data plane; empty, without a call, once it is detached. */
  <T> Optional<T> call(Function<DataPlane, T> work) {
    calls.readLock().lock();
    try {
      return detached ? Optional.empty() : Optional.of(work.apply(dataPlane));
    } finally {
      calls.readLock().unlock();
    }
  }

  /** Calls the data plane from a thread of the loop, and counts the call while it lasts. */
  <T> Optional<T> callFromLoop(Function<DataPlane, T> work) {
    Object piece = new Object();
    callsInProgress.put(piece, System.nanoTime());
    try {
      return call(work);
    } finally {
      callsInProgress.remove(piece);
    }
  }

  void runFromLoop(Consumer<DataPlane> work) {
    callFromLoop(
        plane -> {
          work.accept(plane);
          return true;
        });
  }

  /** Returns whether the data plane gets no more work now, so that it cannot occupy all threads. */
  boolean isBusy() {
    return callsInProgress.size() >= MAX_CONCURRENT_CALLS;
  }

  /**
   * Returns how many of the loop's threads have waited for the data plane for more than a second.
   */
  long countSlowCalls() {
    long now = System.nanoTime();
    return callsInProgress.values().stream()
        .filter(begun -> now - begun > SLOW_CALL.toNanos())
        .count();
  }

  /** Closes the data plane, which ends the calls in progress. */
  void disconnect() {
    detached = true;
    dataPlane.close();
    detach();
  }

  /** Allows no new calls, and waits some seconds for those in progress. */
  void detach() {
    detached = true;
    try {
      if (calls.writeLock().tryLock(DETACH_SECONDS, TimeUnit.SECONDS)) {
        calls.writeLock().unlock();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
