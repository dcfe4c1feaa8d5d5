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

/** A cluster whose data plane this process holds. Thread-safe. */
final class AttachedCluster {
  private static final Duration COLLECTION_INTERVAL = Duration.ofMinutes(10);
  private static final Duration SECOND_LOOK = Duration.ofMinutes(1);
  private static final Duration MARK_INTERVAL = Duration.ofSeconds(10);
  private static final long DETACH_SECONDS = 10;

  /** How much work is under way in one data plane when it gets no more for now. */
  private static final int MOST_AT_ONCE = 16;

  private static final Duration SLOW = Duration.ofSeconds(1);

  private final UUID id;
  private final UUID orgId;
  private final String name;
  private final @Nullable String agentTokenSha256;
  private final DataPlane attached;
  private final ControlObserver observer;

  /** The same, through what tells of each call. */
  private final DataPlane dataPlane;

  private final boolean ownsInventory;

  /** Read-locked by the calls under way; write-locked to wait for their end. */
  private final ReadWriteLock calls = new ReentrantReadWriteLock();

  /** When each piece of the loop's work began, by {@link System#nanoTime}. */
  private final Map<Object, Long> underWay = new ConcurrentHashMap<>();

  private volatile boolean detached;
  private volatile boolean changed;
  private boolean wasLost;
  private Instant nextMark = Instant.MIN;
  private Instant nextCollection = Instant.MIN;
  private Optional<Set<UUID>> formerOrphans;

  /**
   * @param ownsInventory whether the store knew the cluster before: only then is what has no row an
   *     orphan, rather than another store's
   * @param observer is told what is asked of the data plane, and how long databases stood still
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
    this.formerOrphans = dataPlane.isShared() ? Optional.of(Set.of()) : Optional.empty();
  }

  UUID id() {
    return id;
  }

  UUID orgId() {
    return orgId;
  }

  /** What is known of its data plane, which is not asked. */
  DataPlaneFigures figures() {
    return new DataPlaneFigures(
        name, dataPlane.unreachable(), call(DataPlane::storage).flatMap(storage -> storage));
  }

  /** Whether its agent came with a token that the cluster has no more. */
  boolean isRevoked(Transaction tx) {
    return agentTokenSha256 != null
        && tx.clusters()
            .find(orgId, id)
            .filter(cluster -> agentTokenSha256.equals(cluster.agentTokenSha256()))
            .isEmpty();
  }

  /** Whether it is that data plane which is attached. */
  boolean isOf(DataPlane one) {
    return attached == one;
  }

  /** To be asked inside {@link #call} only. */
  DataPlane dataPlane() {
    return dataPlane;
  }

  /** Whether its orphans are to be collected now; if so, the next time is in ten minutes. */
  synchronized boolean claimCollection(Instant now) {
    boolean due = ownsInventory && !now.isBefore(nextCollection);
    if (due) {
      nextCollection = now.plus(COLLECTION_INTERVAL);
    }
    return due;
  }

  /** What its data plane says of itself. */
  String message() {
    return call(DataPlane::message).orElse("");
  }

  /** Whether its data plane gives no answer now. */
  boolean isLost() {
    return !detached && dataPlane.unreachable().isPresent();
  }

  /** Whether its data plane answers again; true once for each time that it gave no answer. */
  synchronized boolean claimReturn() {
    boolean before = wasLost;
    wasLost = isLost();
    return before && !wasLost;
  }

  /** Notes that the store got further with the data plane. */
  void markDue() {
    changed = true;
  }

  boolean hasChanged() {
    return changed;
  }

  /** Whether the store has to mark how far it came; if so, the next time is ten seconds later. */
  synchronized boolean claimMark(Instant now) {
    boolean due = changed && !now.isBefore(nextMark);
    if (due) {
      changed = false;
      nextMark = now.plus(MARK_INTERVAL);
    }
    return due;
  }

  /**
   * Those that were orphans at the collection before, too: news of what another server removed may
   * be late, and the copy that a schema's changes were tried on has no row while it goes. The first
   * collection of a data plane that no other server works in takes them all, since the server that
   * began them is gone. As long as some are to be looked at again, the next collection is a minute
   * later.
   */
  synchronized Set<UUID> lastingOrphans(Set<UUID> orphans, Instant now) {
    Set<UUID> lasting = new HashSet<>(orphans);
    formerOrphans.ifPresent(lasting::retainAll);
    formerOrphans = Optional.of(orphans);
    if (lasting.size() < orphans.size()) {
      nextCollection = now.plus(SECOND_LOOK);
    }
    return lasting;
  }

  /** Passes the data plane's changes and standstills on for as long as it is attached. */
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

  /** What the data plane answers; empty, and nothing was asked of it, once it is detached. */
  <T> Optional<T> call(Function<DataPlane, T> work) {
    calls.readLock().lock();
    try {
      return detached ? Optional.empty() : Optional.of(work.apply(dataPlane));
    } finally {
      calls.readLock().unlock();
    }
  }

  /** The same in a thread of the loop, which is counted meanwhile. */
  <T> Optional<T> work(Function<DataPlane, T> work) {
    Object piece = new Object();
    underWay.put(piece, System.nanoTime());
    try {
      return call(work);
    } finally {
      underWay.remove(piece);
    }
  }

  /** Does something in the data plane in a thread of the loop, unless it is detached. */
  void use(Consumer<DataPlane> work) {
    work(
        plane -> {
          work.accept(plane);
          return true;
        });
  }

  /**
   * Whether so much of the loop's work is under way that no more should be begun: one data plane
   * that does not answer must not have all of the loop's threads.
   */
  boolean isBusy() {
    return underWay.size() >= MOST_AT_ONCE;
  }

  /** How many of the loop's threads have waited for the data plane for long. */
  long waiting() {
    long now = System.nanoTime();
    return underWay.values().stream().filter(begun -> now - begun > SLOW.toNanos()).count();
  }

  /** Closes the data plane, which ends the calls under way. */
  void disconnect() {
    detached = true;
    dataPlane.close();
    detach();
  }

  /** Ends the calls: no new one begins, and those under way are waited for, for some seconds. */
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
