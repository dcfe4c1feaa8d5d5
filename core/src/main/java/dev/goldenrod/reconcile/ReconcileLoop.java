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
 * Brings every resource to its desired state, one reconciliation at a time.
 *
 * <p>A reconciliation claims the resource's work item by lease, lets the resource's reconciler see
 * and act, and stores what came of it. Servers that share a store share the work: each takes what
 * the data planes attached to it can do. Thread-safe.
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
  private final Inspection inspection;
  private final StoreMarks marks;
  private final ExpiredRecords expiredRecords;
  private final Heartbeat heartbeat;
  private final ChangeNotifier changeNotifier = new ChangeNotifier();
  private final LoopThreads threads = new LoopThreads(this::reconcile, this::enqueueDue);
  private final ToldTroubles told = new ToldTroubles();

  /**
   * A loop that does nothing until it is started or run by hand.
   *
   * @param owner this server's name in leases, unique among all servers
   * @param namespace what instances name as theirs
   * @param retention how long records are kept
   * @param orphanGrace how long what a data plane holds without a row is kept
   * @param address where other servers of the store reach this one; null when they do not
   * @param connections reads from a source how to reach it
   * @param snapshotQuota what scheduled snapshots are held to
   * @param observer is told what was done
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
    this.inspection = new Inspection(store, ids, orphanGrace);
    this.marks = new StoreMarks(store, clock, ids);
    this.owner = owner;
    this.namespace = namespace;
    this.connections = connections;
    this.snapshotQuota = snapshotQuota;
    this.expiredRecords = new ExpiredRecords(store, retention);
    this.heartbeat = new Heartbeat(store, dataPlanes, address);
  }

  /** Why it takes no more work; empty while it does. */
  public Optional<String> retirement() {
    return heartbeat.retirement();
  }

  /** Is told what is done. */
  public ControlObserver observer() {
    return observer;
  }

  /** How long ago it last looked for what is due; empty before it was started. */
  public Optional<Duration> sinceTick() {
    return tickedAt == 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(System.nanoTime() - tickedAt));
  }

  /** Whose clusters' work it does. */
  public DataPlanes dataPlanes() {
    return dataPlanes;
  }

  /** Starts reconciling, in threads of its own, after collecting orphans. */
  public void start() {
    store.useTransaction(tx -> tx.work().releaseAllOf(owner));
    clustersToCollect().forEach(cluster -> inspection.run(cluster, now()));
    tickedAt = System.nanoTime();
    threads.start();
  }

  /** At the start, and again later: another server's work can leave something behind here. */
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

  /** Has the data plane refuse stores that do not know what this one has done with it by now. */
  private void mark(AttachedCluster cluster) {
    try {
      cluster.use(dataPlane -> marks.advance(cluster.orgId(), cluster.id(), dataPlane));
    } catch (OlderStoreException behind) {
      LOG.error("this server works no more in a data plane: {}", behind.getMessage());
      dataPlanes.detach(cluster.id());
    } catch (DataPlaneUnreachableException | DataPlaneOfflineException lost) {
      LOG.debug("how far the store came is marked later", lost);
      cluster.markDue();
    } catch (RuntimeException broken) {
      Breakdown.log(LOG, "how far the store came is not marked; it is tried again", broken);
      cluster.markDue();
    }
  }

  /** Enqueues the resource, whenever it is due, and has those that wait for it look again. */
  public void enqueue(UUID resourceId) {
    changeNotifier.changed(resourceId);
    threads.submit(resourceId);
  }

  /** Lets callers wait for a resource to change. */
  public ChangeNotifier changeNotifier() {
    return changeNotifier;
  }

  /**
   * Reconciles once, in this thread, everything that is due or enqueued.
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

  private void enqueueDue() {
    findDue();
    tickedAt = System.nanoTime();
  }

  private void findDue() {
    threads.compensate(
        dataPlanes.attached(null).stream().mapToLong(AttachedCluster::waiting).sum());
    if (!heartbeat.beat(now())) {
      return;
    }
    clustersToCollect().forEach(cluster -> threads.execute(() -> inspection.run(cluster, now())));
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
      Breakdown.log(LOG, "reconciling " + resourceId + " failed; it is tried again", broken);
    } finally {
      changeNotifier.changed(resourceId);
    }
  }

  /** One reconciliation; true when the next one is due already. */
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
    ReconcileResult outcome = markedOutcome(claim);
    Completion done = Completion.of(store, claim.item(), outcome, this::now);
    tell(claim.item().kind(), Duration.ofNanos(System.nanoTime() - begun), outcome, done);
    if (outcome.storesSomething() || isFirstOfAttempts(claim, outcome)) {
      claim.cluster().markDue();
    }
    return done.due();
  }

  private void tell(WorkKind kind, Duration time, ReconcileResult outcome, Completion done) {
    observer.reconciled(kind, time);
    if (!done.held()) {
      observer.leaseLost(kind);
    }
    if (done.stored()) {
      outcome.event().accept(observer);
    }
  }

  /** Whether something was just begun in the data plane that the store does not tell yet. */
  private static boolean isFirstOfAttempts(Claim claim, ReconcileResult outcome) {
    return !outcome.progress() && claim.item().attempts() == 0;
  }

  /** A resource that this server has claimed, to be worked through the cluster's data plane. */
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

  /** All that is logged meanwhile is marked with the resource and its cluster. */
  private ReconcileResult markedOutcome(Claim claim) {
    WorkItem item = claim.item();
    MDC.put("resource", item.kind().noun() + "/" + item.resourceId());
    MDC.put("cluster", claim.cluster().id().toString());
    ControlObserver.Step step =
        observer.beginStep(item.kind(), item.resourceId(), claim.cluster().id());
    try {
      return outcome(claim);
    } finally {
      step.close();
      MDC.remove("resource");
      MDC.remove("cluster");
    }
  }

  /** What a data plane that was detached meanwhile was to do is left to whom it comes to next. */
  private ReconcileResult outcome(Claim claim) {
    Reconciler.Reconciliation reconciliation = claim.reconciliation();
    try {
      ReconcileResult result =
          claim
              .cluster()
              .work(dataPlane -> reconciliation.reconcile(now()))
              .orElseGet(() -> ReconcileResult.requeueAt(now()));
      told.over(claim.item().resourceId());
      return result;
    } catch (DataPlaneException broken) {
      WorkItem item = claim.item();
      observer.reconcileFailed(item.kind());
      // Of a data plane that gives no answer to anything, it says so itself, as its session does.
      boolean isTold = claim.cluster().isLost() || broken instanceof DataPlaneOfflineException;
      boolean isNews = !isTold && told.isNews(item.resourceId(), broken.getMessage());
      Level level = isNews ? Level.WARN : Level.DEBUG;
      LOG.atLevel(level).log("{} {}: {}", item.kind(), item.resourceId(), broken.getMessage());
      return reconciliation.onError(broken.getMessage(), now());
    } catch (RuntimeException broken) {
      observer.reconcileFailed(claim.item().kind());
      LOG.error("{} {} broke down", claim.item().kind(), claim.item().resourceId(), broken);
      return ReconcileResult.retryLater(now());
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Lets running reconciliations end and stops. What was under way goes on after the next start.
   */
  @Override
  public void close() {
    threads.close();
    dataPlanes.attached(null).stream().filter(AttachedCluster::hasChanged).forEach(this::mark);
    changeNotifier.close();
  }
}
