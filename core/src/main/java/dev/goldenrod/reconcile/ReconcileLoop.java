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
 * Brings every resource to its desired state, one look at a time.
 *
 * <p>A look claims the resource's work item by lease, lets the resource's reconciler see and act,
 * and stores what came of it. Servers that share a store share the work: each takes what its own
 * data plane can do. Thread-safe.
 */
public final class ReconcileLoop implements AutoCloseable {
  /** How long a server may take for one look before another one takes over. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);
  private static final int BATCH = 100;

  private final Store store;
  private final Clock clock;
  private final String owner;
  private final @Nullable ServedCluster served;
  private final @Nullable Reconcilers reconcilers;
  private final Changes changes = new Changes();
  private final Workers workers;
  private Instant nextSweep = Instant.MIN;

  /**
   * A loop that does nothing until it is started or run by hand.
   *
   * @param owner this server's name in leases, unique among all servers
   * @param served null when this server has no data plane, and only answers requests
   */
  public ReconcileLoop(
      Store store,
      Clock clock,
      String owner,
      @Nullable ServedCluster served,
      @Nullable Reconcilers reconcilers) {
    this.store = store;
    this.clock = clock;
    this.owner = owner;
    this.served = served;
    this.reconcilers = reconcilers;
    this.workers = new Workers(this::look, this::lookAtDue);
    if (served != null) {
      served.dataPlane().onChange(this::poke);
    }
  }

  /** Starts looking, in threads of its own, after removing what no row knows. */
  public void start() {
    store.useTransaction(tx -> tx.work().releaseAllOf(owner));
    if (served != null && !served.sweepable()) {
      LOG.info("the store is new to this data plane; whatever the data plane holds stays");
    }
    sweepIfDue();
    workers.start();
  }

  /** At the start, and again later: another server's work can leave something behind here. */
  private void sweepIfDue() {
    if (served == null || !served.sweepable() || now().isBefore(nextSweep)) {
      return;
    }
    nextSweep = now().plus(BETWEEN_SWEEPS);
    try {
      new OrphanSweep(store, served).run();
    } catch (DataPlaneException broken) {
      LOG.warn("what no row knows stays for now: {}", broken.getMessage());
    } catch (RuntimeException | Error broken) {
      LOG.error("what no row knows stays for now", broken);
    }
  }

  /** Looks soon at the resource, whenever it is due. */
  public void poke(UUID resourceId) {
    changes.changed(resourceId);
    workers.submit(resourceId);
  }

  /** Lets callers wait for a resource to change. */
  public Changes changes() {
    return changes;
  }

  /** Whether this server's own data plane is that cluster's. */
  public boolean serves(UUID clusterId) {
    return served != null && served.id().equals(clusterId);
  }

  /**
   * Looks once, in this thread, at everything that is due or was poked.
   *
   * @return how many resources were looked at
   */
  public int runDueOnce() {
    heartbeat();
    List<UUID> ids = workers.takePokedAnd(dueIds());
    ids.forEach(this::look);
    return ids.size();
  }

  private void lookAtDue() {
    heartbeat();
    sweepIfDue();
    dueIds().forEach(workers::submit);
  }

  private void heartbeat() {
    if (served != null) {
      store.useTransaction(tx -> tx.clusters().seen(served.id(), now()));
    }
  }

  private List<UUID> dueIds() {
    List<UUID> clusters = served == null ? List.of() : List.of(served.id());
    return store.inTransaction(tx -> tx.work().due(now(), clusters, BATCH)).stream()
        .map(WorkItem::resourceId)
        .toList();
  }

  private void look(UUID resourceId) {
    try {
      while (lookOnce(resourceId)) {
        changes.changed(resourceId);
      }
    } catch (RuntimeException broken) {
      LOG.error("looking at {} failed; it will be tried again", resourceId, broken);
    } finally {
      changes.changed(resourceId);
    }
  }

  /** One look; true when the next one is due already. */
  private boolean lookOnce(UUID resourceId) {
    Optional<Claim> claimed = store.inTransaction(tx -> claim(tx, resourceId));
    if (claimed.isEmpty()) {
      return false;
    }
    Claim claim = claimed.get();
    Outcome outcome = outcome(claim);
    return store.inTransaction(tx -> conclude(tx, claim.item(), outcome));
  }

  /** A resource this server may look at. */
  private record Claim(WorkItem item, Reconciler.Look look) {}

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
    return served != null && (clusterId == null || served.id().equals(clusterId));
  }

  private static boolean isFree(WorkItem item, Instant now) {
    Instant until = item.leaseUntil();
    return until == null || !now.isBefore(until);
  }

  private Outcome outcome(Claim claim) {
    Reconciler.Look look = claim.look();
    try {
      return look.reconcile(now());
    } catch (DataPlaneException broken) {
      LOG.warn("{} {}: {}", claim.item().kind(), claim.item().resourceId(), broken.getMessage());
      return look.broken(broken.getMessage(), now());
    } catch (RuntimeException broken) {
      LOG.error("{} {} broke down", claim.item().kind(), claim.item().resourceId(), broken);
      return Outcome.stuck(now());
    }
  }

  private boolean conclude(Transaction tx, WorkItem item, Outcome outcome) {
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

  /** Lets running looks end and stops. What was under way goes on after the next start. */
  @Override
  public void close() {
    workers.close();
    changes.close();
  }
}
