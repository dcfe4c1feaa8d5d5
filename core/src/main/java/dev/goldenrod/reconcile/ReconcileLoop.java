package dev.goldenrod.reconcile;

import dev.goldenrod.Retention;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * The reconcile loop, which brings every resource to its desired state.
 *
 * <p>A reconciliation claims the resource's work item with a lease, lets the resource's reconciler
 * observe and act, and stores the result. Servers that share a store share the work: each does what
 * its attached data planes can do. Thread-safe.
 */
public final class ReconcileLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

  private final Store store;
  private final Clock clock;
  private final IdGenerator ids;
  private final String owner;
  private final String namespace;
  private final Function<Source, SourceConnection> connections;
  private final SnapshotQuota snapshotQuota;
  private final ControlObserver observer;
  private volatile long tickedAt;
  private final DataPlanes dataPlanes;
  private final DueResources dueResources;
  private final InventoryCheck inventoryCheck;
  private final StoreMarks marks;
  private final ExpiredRecords expiredRecords;
  private final Heartbeat heartbeat;
  private final ChangeNotifier changeNotifier = new ChangeNotifier();
  private final LoopThreads threads = new LoopThreads(this::reconcile, this::tick);
  private final RepeatedProblemFilter repeatedProblems = new RepeatedProblemFilter();

  /**
   * Creates a loop that is idle until {@link #start} or {@link #runDueOnce} is called.
   *
   * @param owner this server's name in leases, unique among all servers
   * @param namespace the namespace of warm instances
   * @param retention how long records are kept
   * @param orphanGrace how long orphans are kept
   * @param address the address of this server for other servers of the store; null for none
   * @param connections returns the connection settings of a source
   * @param snapshotQuota the limit on scheduled snapshots
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
      SnapshotQuota snapshotQuota,
      ControlObserver observer) {
    this.observer = observer;
    this.dataPlanes = new DataPlanes(this::enqueue, observer);
    this.store = store;
    this.dueResources = new DueResources(store, dataPlanes);
    this.clock = clock;
    this.ids = ids;
    this.inventoryCheck = new InventoryCheck(store, ids, orphanGrace);
    this.marks = new StoreMarks(store, clock, ids);
    this.owner = owner;
    this.namespace = namespace;
    this.connections = connections;
    this.snapshotQuota = snapshotQuota;
    this.expiredRecords = new ExpiredRecords(store, retention);
    this.heartbeat = new Heartbeat(store, dataPlanes, address);
  }

  /** Returns why this server has stopped reconciling; empty while it reconciles. */
  public Optional<String> retirement() {
    return heartbeat.retirement();
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
      FailureLogger.log(LOG, "Cannot write the store mark to the data plane, will retry", broken);
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
    if (!heartbeat.beat(now())) {
      return 0;
    }
    List<UUID> resources = threads.drainWith(dueResources.ids(now()));
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
    if (!heartbeat.beat(now())) {
      return;
    }
    clustersToCollect()
        .forEach(cluster -> threads.execute(() -> inventoryCheck.run(cluster, now())));
    clustersToMark().forEach(cluster -> threads.execute(() -> mark(cluster)));
    dueResources.ids(now()).forEach(threads::submit);
    expiredRecords.delete(now());
  }

  private void reconcile(UUID resourceId) {
    try {
      while (reconcileOnce(resourceId)) {
        changeNotifier.changed(resourceId);
      }
    } catch (RuntimeException broken) {
      FailureLogger.log(LOG, "Cannot reconcile resource " + resourceId + ", will retry", broken);
    } finally {
      changeNotifier.changed(resourceId);
    }
  }

  /** Reconciles once; returns whether the next reconciliation is due already. */
  private boolean reconcileOnce(UUID resourceId) {
    Optional<Claim> claimed =
        retirement().isPresent()
            ? Optional.empty()
            : store.inTransaction(tx -> claim(tx, resourceId));
    if (claimed.isEmpty()) {
      return false;
    }
    Claim claim = claimed.get();
    long begun = System.nanoTime();
    ReconcileResult outcome = reconcileInLogContext(claim);
    Completion done = Completion.of(store, claim.item(), outcome, this::now);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    reportToObserver(claim.item().kind(), time, outcome, done);
    if (outcome.storesSomething() || isFirstOfAttempts(claim, outcome)) {
      claim.cluster().markDue();
    }
    return done.due();
  }

  private void reportToObserver(
      WorkKind kind, Duration time, ReconcileResult outcome, Completion done) {
    observer.reconciled(kind, time);
    if (!done.held()) {
      observer.leaseLost(kind);
    }
    if (done.stored()) {
      outcome.event().accept(observer);
    }
  }

  /** Returns whether work was begun in the data plane that the store has no record of yet. */
  private static boolean isFirstOfAttempts(Claim claim, ReconcileResult outcome) {
    return !outcome.progress() && claim.item().attempts() == 0;
  }

  private record Claim(
      WorkItem item, AttachedCluster cluster, Reconciler.Reconciliation reconciliation) {}

  private Optional<Claim> claim(Transaction tx, UUID resourceId) {
    Instant now = now();
    return tx.work()
        .find(resourceId)
        .filter(item -> item.isFree(now))
        .flatMap(
            item ->
                dataPlanes.attached(item.clusterId()).stream()
                    .filter(cluster -> !cluster.isBusy())
                    .findFirst()
                    .flatMap(cluster -> claim(tx, item, cluster, now)));
  }

  private Optional<Claim> claim(
      Transaction tx, WorkItem free, AttachedCluster cluster, Instant now) {
    return tx.work()
        .claim(free, owner, now.plus(WorkItem.LEASE))
        .map(
            item -> new Claim(item, cluster, reconciler(item, cluster).reconciliationOf(tx, item)));
  }

  private Reconciler<?> reconciler(WorkItem item, AttachedCluster cluster) {
    return switch (item.kind()) {
      case INSTANCE -> new InstanceReconciler(cluster.dataPlane(), ids);
      case IMPORT -> new ImportReconciler(cluster.dataPlane(), ids, connections);
      case GOLDEN -> new GoldenReconciler(dataPlanes, ids);
      case POOL -> new PoolReconciler(dataPlanes, ids, namespace);
      case DATABASE -> new DatabaseReconciler(cluster.dataPlane(), ids);
      case DATABASE_SNAPSHOT -> new SnapshotReconciler(cluster.dataPlane());
      case SNAPSHOT_SCHEDULE -> new ScheduleReconciler(cluster.dataPlane(), ids, snapshotQuota);
      case TASK -> throw new IllegalStateException("a task is never due: " + item.resourceId());
    };
  }

  private ReconcileResult reconcileInLogContext(Claim claim) {
    WorkItem item = claim.item();
    MDC.put("resource", item.kind().noun() + "/" + item.resourceId());
    MDC.put("cluster", claim.cluster().id().toString());
    ControlObserver.Step step =
        observer.beginStep(item.kind(), item.resourceId(), claim.cluster().id());
    try {
      return reconcileClaimed(claim);
    } finally {
      step.close();
      MDC.remove("resource");
      MDC.remove("cluster");
    }
  }

  /** If the data plane was detached, the work is requeued for the one that is attached next. */
  private ReconcileResult reconcileClaimed(Claim claim) {
    Reconciler.Reconciliation reconciliation = claim.reconciliation();
    try {
      ReconcileResult result =
          claim
              .cluster()
              .callFromLoop(dataPlane -> reconciliation.reconcile(now()))
              .orElseGet(() -> ReconcileResult.requeueAt(now()));
      repeatedProblems.clear(claim.item().resourceId());
      return result;
    } catch (DataPlaneException broken) {
      WorkItem item = claim.item();
      observer.reconcileFailed(item.kind());
      // A data plane that does not answer at all is logged by the data plane itself or its session.
      boolean isLoggedElsewhere =
          claim.cluster().isUnreachable() || broken instanceof DataPlaneOfflineException;
      boolean isNew =
          !isLoggedElsewhere && repeatedProblems.isNew(item.resourceId(), broken.getMessage());
      Level level = isNew ? Level.WARN : Level.DEBUG;
      LOG.atLevel(level).log("{} {}: {}", item.kind(), item.resourceId(), broken.getMessage());
      return reconciliation.onError(broken.getMessage(), now());
    } catch (RuntimeException broken) {
      observer.reconcileFailed(claim.item().kind());
      LOG.error(
          "Cannot reconcile {} {}, will retry",
          claim.item().kind(),
          claim.item().resourceId(),
          broken);
      return ReconcileResult.retryLater(now());
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
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
