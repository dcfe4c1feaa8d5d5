package dev.goldenrod.reconcile;

import dev.goldenrod.Retention;
import dev.goldenrod.database.Database;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reconcile loop, which brings every resource to its desired state.
 *
 * <p>A reconciliation claims the resource's work item with a lease, lets the resource's reconciler
 * observe and act, and stores the result. Servers that share a store share the work: each does what
 * its attached data planes can do. Thread-safe.
 */
public final class ReconcileLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
  private static final String RETIRED =
      "the store has tables of a newer release; this server still answers requests, and leaves other"
          + " work to servers of that release";

  private final Store store;
  private final Clock clock;
  private final String owner;
  private final ControlObserver observer;
  private final @Nullable String address;
  private final DataPlanes dataPlanes;
  private final WorkRunner runner;
  private final InventoryCheck inventoryCheck;
  private final StoreMarks marks;
  private final ExpiredRecords expiredRecords;
  private final ChangeNotifier changeNotifier = new ChangeNotifier();
  private final LoopThreads threads = new LoopThreads(this::reconcile, this::tick);
  private volatile long tickedAt;
  private volatile boolean retired;

  /**
   * Creates a loop that is idle until {@link #start} or {@link #runDueOnce} is called.
   *
   * @param owner this server's name in leases, unique among all servers
   * @param namespace the namespace of warm instances
   * @param retention how long records are kept
   * @param orphanGrace how long orphans are kept
   * @param address the address of this server for other servers of the store; null for none
   * @param connections returns the connection settings of a source
   * @param snapshotQuota returns why a database may have no further snapshot; empty when it may
   * @param copyRefusal returns why a golden's version may not be copied; empty when it may
   * @param observer receives the loop's events
   */
  public ReconcileLoop(
      Store store,
      Clock clock,
      IdGenerator ids,
      String owner,
      String namespace,
      Retention retention,
      Duration orphanGrace,
      @Nullable String address,
      Function<Source, SourceConnection> connections,
      BiFunction<Transaction, Database, Optional<String>> snapshotQuota,
      BiFunction<Golden, GoldenVersion, Optional<String>> copyRefusal,
      ControlObserver observer) {
    this.store = store;
    this.clock = clock;
    this.owner = owner;
    this.address = address;
    this.observer = observer;
    this.dataPlanes = new DataPlanes(this::enqueue, observer);
    this.runner =
        new WorkRunner(
            store,
            clock,
            ids,
            owner,
            namespace,
            connections,
            snapshotQuota,
            copyRefusal,
            observer,
            dataPlanes);
    this.inventoryCheck = new InventoryCheck(store, ids, orphanGrace);
    this.marks = new StoreMarks(store, clock, ids);
    this.expiredRecords = new ExpiredRecords(store, retention);
  }

  /** Returns why this server has stopped reconciling; empty while it reconciles. */
  public Optional<String> retirement() {
    return retired ? Optional.of(RETIRED) : Optional.empty();
  }

  /** Returns the observer that receives the loop's events. */
  public ControlObserver observer() {
    return observer;
  }

  /** Returns the time since the loop last looked for due work; empty before it was started. */
  public Optional<Duration> sinceTick() {
    return tickedAt == 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(System.nanoTime() - tickedAt));
  }

  /** Returns the attached data planes. */
  public DataPlanes dataPlanes() {
    return dataPlanes;
  }

  /** Collects orphans, then starts reconciling in the loop's own threads. */
  public void start() {
    store.useTransaction(tx -> tx.work().releaseAllOf(owner));
    clustersToCollect().forEach(cluster -> inventoryCheck.run(cluster, now()));
    tickedAt = System.nanoTime();
    threads.start();
  }

  /** Collection is repeated, because the work of another server can leave orphans here. */
  private List<AttachedCluster> clustersToCollect() {
    Instant now = now();
    return dataPlanes.attached(null).stream()
        .filter(cluster -> cluster.claimCollection(now))
        .toList();
  }

  private List<AttachedCluster> clustersToMark() {
    Instant now = now();
    return dataPlanes.attached(null).stream().filter(cluster -> cluster.claimMark(now)).toList();
  }

  /** Stores a new mark in the data plane, so that older copies of the store are refused there. */
  private void mark(AttachedCluster cluster) {
    try {
      cluster.runFromLoop(dataPlane -> marks.advance(cluster.orgId(), cluster.id(), dataPlane));
    } catch (OlderStoreException behind) {
      LOG.error("Detached a data plane that this store may no longer use: {}", behind.getMessage());
      dataPlanes.detach(cluster.id());
    } catch (DataPlaneUnreachableException | DataPlaneOfflineException lost) {
      LOG.debug("Cannot write the store mark to the data plane, will retry", lost);
      cluster.markDue();
    } catch (RuntimeException broken) {
      LoopThreads.logFailure(
          LOG, "Cannot write the store mark to the data plane, will retry", broken);
      cluster.markDue();
    }
  }

  /** Enqueues the resource even if it is not due, and notifies those that wait for it. */
  public void enqueue(UUID resourceId) {
    changeNotifier.changed(resourceId);
    threads.submit(resourceId);
  }

  /** Returns the notifier with which callers wait for a resource to change. */
  public ChangeNotifier changeNotifier() {
    return changeNotifier;
  }

  /**
   * Reconciles once, in the calling thread, all that is due or enqueued.
   *
   * @return how many resources were reconciled
   */
  public int runDueOnce() {
    if (!sendHeartbeat()) {
      return 0;
    }
    List<UUID> resources = threads.drainWith(runner.due());
    resources.forEach(this::reconcile);
    clustersToMark().forEach(this::mark);
    expiredRecords.delete(now());
    return resources.size();
  }

  private void tick() {
    runTick();
    tickedAt = System.nanoTime();
  }

  private void runTick() {
    threads.compensate(
        dataPlanes.attached(null).stream().mapToLong(AttachedCluster::countSlowCalls).sum());
    if (!sendHeartbeat()) {
      return;
    }
    clustersToCollect()
        .forEach(cluster -> threads.execute(() -> inventoryCheck.run(cluster, now())));
    clustersToMark().forEach(cluster -> threads.execute(() -> mark(cluster)));
    runner.due().forEach(threads::submit);
    expiredRecords.delete(now());
  }

  /**
   * Reports this server's clusters as online in the store, and disconnects agents whose clusters
   * were deleted or got another token through any server. Once a newer release has upgraded the
   * store's tables, this server stops reconciling, because it may not understand the new rows.
   *
   * @return false when this server has stopped reconciling
   */
  private boolean sendHeartbeat() {
    Instant now = now();
    if (store.heartbeat() == StoreRelease.NEWER && !retired) {
      retired = true;
      LOG.warn(RETIRED);
    }
    List<AttachedCluster> clusters = dataPlanes.attached(null);
    if (!clusters.isEmpty()) {
      store.inTransaction(tx -> revoked(tx, clusters, now)).forEach(dataPlanes::disconnect);
    }
    return !retired;
  }

  /** Returns the clusters whose agents are no longer allowed, and reports the others as online. */
  private List<AttachedCluster> revoked(
      Transaction tx, List<AttachedCluster> clusters, Instant now) {
    List<AttachedCluster> revoked = clusters.stream().filter(one -> one.isRevoked(tx)).toList();
    if (!retired) {
      clusters.stream()
          .filter(one -> !revoked.contains(one))
          .forEach(one -> tx.clusters().seen(one.id(), now, address));
    }
    return revoked;
  }

  private void reconcile(UUID resourceId) {
    try {
      while (!retired && runner.run(resourceId)) {
        changeNotifier.changed(resourceId);
      }
    } catch (RuntimeException broken) {
      LoopThreads.logFailure(
          LOG, "Cannot reconcile resource " + resourceId + ", will retry", broken);
    } finally {
      changeNotifier.changed(resourceId);
    }
  }

  private Instant now() {
    return WorkRunner.now(clock);
  }

  /**
   * Waits for running reconciliations and stops. Interrupted work continues after the next start.
   */
  @Override
  public void close() {
    threads.close();
    dataPlanes.attached(null).stream().filter(AttachedCluster::hasChanged).forEach(this::mark);
    changeNotifier.close();
  }
}
