package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.IdGenerator;
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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/**
 * Finds work that is due in the attached data planes, and does it: claims a resource's work item
 * with a lease, lets the resource's reconciler observe and act, and stores the result. Thread-safe.
 */
final class WorkRunner {
  private static final Logger LOG = LoggerFactory.getLogger(WorkRunner.class);
  private static final int BATCH = 100;

  /** How many resources are made due at once when their data planes answer again. */
  private static final int RETURNED_BATCH = 1_000;

  private final Store store;
  private final Clock clock;
  private final IdGenerator ids;
  private final String owner;
  private final String namespace;
  private final Function<Source, SourceConnection> connections;
  private final BiFunction<Transaction, Database, Optional<String>> snapshotQuota;
  private final BiFunction<Golden, GoldenVersion, Optional<String>> copyRefusal;
  private final ControlObserver observer;
  private final DataPlanes dataPlanes;
  private final RepeatedProblemFilter repeatedProblems = new RepeatedProblemFilter();

  private record Claim(
      WorkItem item, AttachedCluster cluster, Reconciler.Reconciliation reconciliation) {}

  /** The parameters are those of {@link ReconcileLoop}. */
  WorkRunner(
      Store store,
      Clock clock,
      IdGenerator ids,
      String owner,
      String namespace,
      Function<Source, SourceConnection> connections,
      BiFunction<Transaction, Database, Optional<String>> snapshotQuota,
      BiFunction<Golden, GoldenVersion, Optional<String>> copyRefusal,
      ControlObserver observer,
      DataPlanes dataPlanes) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
    this.owner = owner;
    this.namespace = namespace;
    this.connections = connections;
    this.snapshotQuota = snapshotQuota;
    this.copyRefusal = copyRefusal;
    this.observer = observer;
    this.dataPlanes = dataPlanes;
  }

  /** Returns the due resources, including all that wait for a data plane that answers again. */
  List<UUID> due() {
    Instant now = now(clock);
    List<AttachedCluster> attached = dataPlanes.attached(null);
    List<AttachedCluster> returned =
        attached.stream().filter(AttachedCluster::hasReturned).toList();
    List<AttachedCluster> free = attached.stream().filter(one -> !one.isBusy()).toList();
    if (free.isEmpty() && returned.isEmpty()) {
      return List.of();
    }
    List<UUID> due =
        store.inTransaction(
            tx -> {
              if (!returned.isEmpty()) {
                makeDue(tx, ids(returned), now);
              }
              return tx.work().due(now, ids(free), BATCH).stream()
                  .map(WorkItem::resourceId)
                  .toList();
            });
    // After the commit: if the store fails, the next call makes that work due.
    returned.forEach(AttachedCluster::returnHandled);
    return due;
  }

  private static void makeDue(Transaction tx, List<UUID> clusters, Instant now) {
    tx.work().due(now.plus(Completion.LONGEST_BACKOFF), clusters, RETURNED_BATCH).stream()
        .map(
            item ->
                WorkItem.due(item.kind(), item.orgId(), item.resourceId(), item.clusterId(), now))
        .forEach(tx.work()::schedule);
  }

  private static List<UUID> ids(List<AttachedCluster> clusters) {
    return clusters.stream().map(AttachedCluster::id).toList();
  }

  /** Reconciles the resource once if it is free; returns whether it is due again already. */
  boolean run(UUID resourceId) {
    Optional<Claim> claimed = store.inTransaction(tx -> claim(tx, resourceId));
    if (claimed.isEmpty()) {
      return false;
    }
    Claim claim = claimed.get();
    long begun = System.nanoTime();
    ReconcileResult result = reconcile(claim);
    Completion done = Completion.of(store, claim.item(), result, () -> now(clock));
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    reportToObserver(claim.item().kind(), time, result, done);
    if (result.storesSomething() || isFirstOfAttempts(claim, result)) {
      claim.cluster().markDue();
    }
    return done.due();
  }

  private void reportToObserver(
      WorkKind kind, Duration time, ReconcileResult result, Completion done) {
    observer.reconciled(kind, time);
    if (!done.held()) {
      observer.leaseLost(kind);
    }
    if (done.stored()) {
      result.event().accept(observer);
    }
  }

  /** Returns whether work was begun in the data plane that the store has no record of yet. */
  private static boolean isFirstOfAttempts(Claim claim, ReconcileResult result) {
    return !result.progress() && claim.item().attempts() == 0;
  }

  private Optional<Claim> claim(Transaction tx, UUID resourceId) {
    Instant now = now(clock);
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
      case POOL -> new PoolReconciler(dataPlanes, ids, namespace, copyRefusal);
      case DATABASE -> new DatabaseReconciler(cluster.dataPlane(), ids);
      case DATABASE_SNAPSHOT -> new SnapshotReconciler(cluster.dataPlane());
      case SNAPSHOT_SCHEDULE -> new ScheduleReconciler(cluster.dataPlane(), ids, snapshotQuota);
      case TASK -> throw new IllegalStateException("a task is never due: " + item.resourceId());
    };
  }

  private ReconcileResult reconcile(Claim claim) {
    WorkItem item = claim.item();
    MDC.put("resource", item.kind().noun() + "/" + item.resourceId());
    MDC.put("cluster", claim.cluster().id().toString());
    ControlObserver.Step step =
        observer.beginStep(item.kind(), item.resourceId(), claim.cluster().id());
    try {
      return callDataPlane(claim);
    } finally {
      step.close();
      MDC.remove("resource");
      MDC.remove("cluster");
    }
  }

  /** If the data plane was detached, the work is requeued for the one that is attached next. */
  private ReconcileResult callDataPlane(Claim claim) {
    try {
      ReconcileResult result =
          claim
              .cluster()
              .callFromLoop(dataPlane -> claim.reconciliation().reconcile().apply(now(clock)))
              .orElseGet(() -> ReconcileResult.requeueAt(now(clock)));
      repeatedProblems.clear(claim.item().resourceId());
      return result;
    } catch (DataPlaneException broken) {
      observer.reconcileFailed(claim.item().kind());
      logProblem(claim, broken);
      return claim.reconciliation().onError().apply(broken.getMessage(), now(clock));
    } catch (RuntimeException broken) {
      observer.reconcileFailed(claim.item().kind());
      LOG.error(
          "Cannot reconcile {} {}, will retry",
          claim.item().kind(),
          claim.item().resourceId(),
          broken);
      return ReconcileResult.retryLater(now(clock));
    }
  }

  private void logProblem(Claim claim, DataPlaneException broken) {
    WorkItem item = claim.item();
    // A data plane that does not answer at all is logged by the data plane itself or its session.
    boolean isLoggedElsewhere =
        claim.cluster().isUnreachable() || broken instanceof DataPlaneOfflineException;
    boolean isNew =
        !isLoggedElsewhere && repeatedProblems.isNew(item.resourceId(), broken.getMessage());
    Level level = isNew ? Level.WARN : Level.DEBUG;
    LOG.atLevel(level).log("{} {}: {}", item.kind(), item.resourceId(), broken.getMessage());
  }

  /** Returns the clock's time in whole milliseconds, as it is stored. */
  static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Suppresses repeated log lines of a resource that is retried with the same problem. */
  static final class RepeatedProblemFilter {
    private final Map<UUID, String> last = new ConcurrentHashMap<>();

    boolean isNew(UUID resource, @Nullable String problem) {
      String now = String.valueOf(problem);
      return !now.equals(last.put(resource, now));
    }

    /** Forgets the resource's problem, so that the same one is logged again. */
    void clear(UUID resource) {
      last.remove(resource);
    }
  }
}
