package dev.goldenrod.reconcile;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolHealth;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Keeps the target number of warm clones of the wanted version in a pool, or none if the version
 * may not be copied.
 */
public final class PoolReconciler implements Reconciler<Pool> {
  private static final Duration REFILL_INTERVAL = Duration.ofSeconds(10);
  private static final Ttl WARM_TTL = new Ttl(Ttl.MAX);

  private final DataPlanes dataPlanes;
  private final IdGenerator ids;
  private final String namespace;
  private final BiFunction<Golden, GoldenVersion, Optional<String>> copyRefusal;

  PoolReconciler(
      DataPlanes dataPlanes,
      IdGenerator ids,
      String namespace,
      BiFunction<Golden, GoldenVersion, Optional<String>> copyRefusal) {
    this.dataPlanes = dataPlanes;
    this.ids = ids;
    this.namespace = namespace;
    this.copyRefusal = copyRefusal;
  }

  /** Enqueues every pool of the golden, in the caller's transaction. */
  public static void schedule(Transaction tx, UUID orgId, UUID goldenId, Instant now) {
    for (Pool pool : tx.pools().ofGolden(orgId, goldenId)) {
      tx.work().schedule(WorkItem.due(WorkKind.POOL, orgId, pool.id(), null, now));
    }
  }

  /** Resets the backoff of every pool of the golden, so that clones are attempted again soon. */
  public static void retry(Transaction tx, UUID orgId, UUID goldenId, Instant now) {
    tx.pools()
        .ofGolden(orgId, goldenId)
        .forEach(pool -> tx.pools().update(pool.withHealth(PoolHealth.GOOD)));
    schedule(tx, orgId, goldenId, now);
  }

  /** Returns the version to make the pool's clones from; empty when no such version is ready. */
  public static Optional<GoldenVersion> version(Transaction tx, Pool pool) {
    Optional<GoldenVersion> version =
        pool.version() == 0
            ? tx.goldens().latestReady(pool.goldenId())
            : tx.goldens().findVersion(pool.goldenId(), pool.version());
    return version.filter(GoldenVersion::isReady);
  }

  @Override
  public Optional<Pool> load(Transaction tx, WorkItem item) {
    return tx.pools().find(item.orgId(), item.resourceId());
  }

  @Override
  public ReconcileResult reconcile(Pool pool, Instant now) {
    return ReconcileResult.write(
        tx -> refill(tx, pool.orgId(), pool.id(), now), now.plus(REFILL_INTERVAL));
  }

  private boolean refill(Transaction tx, UUID orgId, UUID poolId, Instant now) {
    tx.lockOrg(orgId);
    tx.pools().find(orgId, poolId).ifPresent(pool -> refill(tx, pool, now));
    return true;
  }

  private void refill(Transaction tx, Pool pool, Instant now) {
    Optional<GoldenVersion> wanted = version(tx, pool);
    Optional<String> refusal = wanted.flatMap(version -> refusal(tx, pool, version));
    Optional<GoldenVersion> version = wanted.filter(one -> refusal.isEmpty());
    List<Instance> warm =
        tx.instances().ofPool(pool.orgId(), pool.id()).stream()
            .filter(instance -> instance.phase() != InstancePhase.TERMINATING)
            .toList();
    Optional<Cluster> cluster = version.flatMap(v -> selectCluster(tx, pool, v, now));
    List<Instance> usable =
        warm.stream()
            .filter(one -> isUsable(one, version))
            .filter(one -> isInCluster(one, cluster) || dataPlanes.isOnline(tx, one, now))
            .toList();
    warm.stream().filter(one -> !usable.contains(one)).forEach(one -> drop(tx, one, now));
    usable.stream().skip(pool.target()).forEach(one -> drop(tx, one, now));
    PoolHealth health =
        refusal
            .map(reason -> new PoolHealth(reason, 0, null))
            .orElseGet(
                () ->
                    version.isPresent() && cluster.isEmpty()
                        ? noCluster(pool)
                        : health(pool, version, warm, now));
    if (!health.equals(pool.health())) {
      tx.pools().update(pool.withHealth(health));
    }
    if (cluster.isPresent() && health.allowsTryAt(now)) {
      for (int count = usable.size(); count < pool.target(); count++) {
        create(tx, pool, version.orElseThrow(), cluster.get(), now);
      }
    }
  }

  private Optional<String> refusal(Transaction tx, Pool pool, GoldenVersion version) {
    return tx.goldens()
        .find(pool.orgId(), pool.goldenId())
        .flatMap(golden -> copyRefusal.apply(golden, version));
  }

  private Optional<Cluster> selectCluster(
      Transaction tx, Pool pool, GoldenVersion version, Instant now) {
    UUID asked = pool.clusterId();
    UUID holder = version.clusterId();
    if (asked != null && holder != null && !asked.equals(holder)) {
      return Optional.empty();
    }
    return dataPlanes.select(tx, pool.orgId(), holder == null ? asked : holder, now);
  }

  private static PoolHealth noCluster(Pool pool) {
    String text =
        pool.clusterId() == null
            ? "no cluster holds golden '%s' any longer"
            : "the pool's cluster does not hold golden '%s'; create a new pool in the cluster that does";
    return new PoolHealth(text.formatted(pool.golden()), 0, null);
  }

  /** A damaged golden makes every attempt fail; each costs a clone, so attempts are backed off. */
  private static PoolHealth health(
      Pool pool, Optional<GoldenVersion> version, List<Instance> warm, Instant now) {
    if (version.isEmpty()) {
      return new PoolHealth("golden '" + pool.golden() + "' has no ready version", 0, null);
    }
    List<Instance> current = warm.stream().filter(one -> isOf(one, version)).toList();
    Optional<Instance> failed =
        current.stream().filter(one -> one.phase() == InstancePhase.FAILED).findFirst();
    if (failed.isPresent()) {
      return pool.health().failed(failed.get().status().message(), now);
    }
    long ready = current.stream().filter(one -> one.phase() == InstancePhase.READY).count();
    return ready >= pool.target() ? PoolHealth.GOOD : pool.health().waiting(reason(current));
  }

  private static String reason(List<Instance> waiting) {
    return waiting.stream()
        .map(one -> one.status().message())
        .filter(message -> !message.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static boolean isOf(Instance warm, Optional<GoldenVersion> version) {
    return version.filter(v -> v.number() == warm.spec().golden().version()).isPresent();
  }

  private static boolean isUsable(Instance warm, Optional<GoldenVersion> version) {
    return warm.phase() != InstancePhase.FAILED && isOf(warm, version);
  }

  /** Returns whether the clone is in the cluster in which new ones are made. */
  private static boolean isInCluster(Instance warm, Optional<Cluster> cluster) {
    return cluster.filter(one -> one.id().equals(warm.clusterId())).isPresent();
  }

  /** Marks a warm clone for deletion, in the caller's transaction. */
  public static void drop(Transaction tx, Instance warm, Instant now) {
    if (tx.instances().update(warm.deletionRequested())) {
      schedule(tx, warm, now);
    }
  }

  private void create(
      Transaction tx, Pool pool, GoldenVersion version, Cluster cluster, Instant now) {
    GoldenRef golden = GoldenRef.of(pool.golden(), version);
    InstanceSpec spec = InstanceSpec.create(golden, namespace, pool.size(), WARM_TTL, now);
    Instance warm = Instance.warm(ids.next(), pool.orgId(), cluster.id(), pool.id(), spec, now);
    tx.instances()
        .insert(dataPlanes.isOnline(cluster, now) ? warm : warm.waiting(DataPlanes.OFFLINE));
    schedule(tx, warm, now);
  }

  private static void schedule(Transaction tx, Instance instance, Instant now) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.INSTANCE, instance.orgId(), instance.id(), instance.clusterId(), now));
  }
}
