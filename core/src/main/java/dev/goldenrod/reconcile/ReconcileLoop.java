package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings every resource to its desired state, one reconciliation at a time.
 *
 * <p>A reconciliation claims the resource's work item by lease, lets the resource's reconciler see
 * and act, and stores what came of it. Servers that share a store share the work: each takes what
 * its own data plane can do. Thread-safe.
 */
public final class ReconcileLoop implements AutoCloseable {
  /** How long a server may take for one reconciliation before another one takes over. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
  private static final Duration COLLECTION_INTERVAL = Duration.ofMinutes(10);
  private static final int BATCH = 100;

  private final Store store;
  private final Clock clock;
  private final String owner;
  private final @Nullable AttachedCluster attached;
  private final @Nullable Reconcilers reconcilers;
  private final ChangeNotifier changeNotifier = new ChangeNotifier();
  private final WorkQueue workQueue;
  private Instant nextCollection = Instant.MIN;

  /**
   * A loop that does nothing until it is started or run by hand.
   *
   * @param owner this server's name in leases, unique among all servers
   * @param attached null when this server has no data plane, and only answers requests
   */
  public ReconcileLoop(
      Store store,
      Clock clock,
      String owner,
      @Nullable AttachedCluster attached,
      @Nullable Reconcilers reconcilers) {
    this.store = store;
    this.clock = clock;
    this.owner = owner;
    this.attached = attached;
    this.reconcilers = reconcilers;
    this.workQueue = new WorkQueue(this::reconcile, this::enqueueDue);
    if (attached != null) {
      attached.dataPlane().onChange(this::enqueue);
    }
  }

  /** Starts reconciling, in threads of its own, after removing orphans. */
  public void start() {
    store.useTransaction(tx -> tx.work().releaseAllOf(owner));
    if (attached != null && !attached.ownsInventory()) {
      LOG.info("the store is new to this data plane; whatever the data plane holds stays");
    }
    collectOrphansIfDue();
    workQueue.start();
  }

  /** At the start, and again later: another server's work can leave something behind here. */
  private void collectOrphansIfDue() {
    if (attached == null || !attached.ownsInventory() || now().isBefore(nextCollection)) {
      return;
    }
    nextCollection = now().plus(COLLECTION_INTERVAL);
    try {
      new OrphanCollector(store, attached).run();
    } catch (DataPlaneException broken) {
      LOG.warn("orphans stay for now: {}", broken.getMessage());
    } catch (RuntimeException | Error broken) {
      LOG.error("orphans stay for now", broken);
    }
  }

  /** Enqueues the resource, whenever it is due. */
  public void enqueue(UUID resourceId) {
    changeNotifier.changed(resourceId);
    workQueue.submit(resourceId);
  }

  /** Lets callers wait for a resource to change. */
  public ChangeNotifier changeNotifier() {
    return changeNotifier;
  }

  /** Whether this server's own data plane is that cluster's. */
  public boolean isAttached(UUID clusterId) {
    return attached != null && attached.id().equals(clusterId);
  }

  /**
   * Reconciles once, in this thread, everything that is due or enqueued.
   *
   * @return how many resources were reconciled
   */
  public int runDueOnce() {
    heartbeat();
    List<UUID> ids = workQueue.drainWith(dueIds());
    ids.forEach(this::reconcile);
    return ids.size();
  }

  private void enqueueDue() {
    heartbeat();
    collectOrphansIfDue();
    dueIds().forEach(workQueue::submit);
  }

  private void heartbeat() {
    if (attached != null) {
      store.useTransaction(tx -> tx.clusters().seen(attached.id(), now()));
    }
  }

  private List<UUID> dueIds() {
    List<UUID> clusters = attached == null ? List.of() : List.of(attached.id());
    return store.inTransaction(tx -> tx.work().due(now(), clusters, BATCH)).stream()
        .map(WorkItem::resourceId)
        .toList();
  }

  private void reconcile(UUID resourceId) {
    try {
      while (reconcileOnce(resourceId)) {
        changeNotifier.changed(resourceId);
      }
    } catch (RuntimeException broken) {
      LOG.error("reconciling {} failed; it will be tried again", resourceId, broken);
    } finally {
      changeNotifier.changed(resourceId);
    }
  }

  /** One reconciliation; true when the next one is due already. */
  private boolean reconcileOnce(UUID resourceId) {
    Optional<Claim> claimed = store.inTransaction(tx -> claim(tx, resourceId));
    if (claimed.isEmpty()) {
      return false;
    }
    Claim claim = claimed.get();
    ReconcileResult outcome = outcome(claim);
    return store.inTransaction(tx -> complete(tx, claim.item(), outcome));
  }

  /** A resource that this server has claimed. */
  private record Claim(WorkItem item, Reconciler.Reconciliation reconciliation) {}

  private Optional<Claim> claim(Transaction tx, UUID resourceId) {
    Instant now = now();
    return tx.work()
        .find(resourceId)
        .filter(item -> isOurs(item) && isFree(item, now))
        .flatMap(item -> tx.work().claim(item, owner, now.plus(LEASE)))
        .map(item -> new Claim(item, reconcilers.of(item.kind()).prepare(tx, item)));
  }

  private boolean isOurs(WorkItem item) {
    UUID clusterId = item.clusterId();
    return attached != null && (clusterId == null || attached.id().equals(clusterId));
  }

  private static boolean isFree(WorkItem item, Instant now) {
    Instant until = item.leaseUntil();
    return until == null || !now.isBefore(until);
  }

  private ReconcileResult outcome(Claim claim) {
    Reconciler.Reconciliation reconciliation = claim.reconciliation();
    try {
      return reconciliation.reconcile(now());
    } catch (DataPlaneException broken) {
      LOG.warn("{} {}: {}", claim.item().kind(), claim.item().resourceId(), broken.getMessage());
      return reconciliation.onError(broken.getMessage(), now());
    } catch (RuntimeException broken) {
      LOG.error("{} {} broke down", claim.item().kind(), claim.item().resourceId(), broken);
      return ReconcileResult.retryLater(now());
    }
  }

  private boolean complete(Transaction tx, WorkItem item, ReconcileResult outcome) {
    boolean stored = outcome.write().apply(tx);
    Instant now = now();
    Instant next = stored ? outcome.next() : now;
    if (next == null) {
      tx.work().remove(item);
      return false;
    }
    int attempts = outcome.progress() ? 0 : item.attempts() + 1;
    Instant due = outcome.progress() ? next : later(next, now.plus(Backoff.after(attempts)));
    tx.work().release(item, due, attempts);
    return !due.isAfter(now);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Lets running reconciliations end and stops. What was under way goes on after the next start.
   */
  @Override
  public void close() {
    workQueue.close();
    changeNotifier.close();
  }
}
