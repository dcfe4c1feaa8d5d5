package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.context.ClusterSelection;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.reconcile.PoolReconciler;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Launches instances: claims a matching warm clone, or creates a new instance. */
public record Launcher(
    ControlContext context, ClusterSelection clusters, InstanceAccess access, String namespace) {
  /** A launch; {@code cluster} is a name, an id, or empty for any with the data. */
  public record LaunchOptions(InstanceSize size, Ttl ttl, String cluster, @Nullable String name) {}

  /** Launches within the quota. The caller's transaction holds the organization's lock. */
  public Instance launch(
      Transaction tx, Actor actor, ResolvedVersion resolved, LaunchOptions options) {
    Quota quota = tx.quotas().get(actor.orgId());
    String asked = options.cluster();
    Cluster cluster = resolved.selectCluster(tx, actor, clusters, asked, "a clone");
    Optional<Instance> warm =
        claimable(tx, resolved, options.size(), one -> asked.isEmpty() || isIn(cluster, one));
    requireFreeName(tx, actor, options.name());
    requireQuota(tx, quota, actor.userId());
    Instance instance =
        warm.map(ready -> claim(tx, ready, actor, options))
            .orElseGet(() -> create(tx, actor, resolved, cluster, options));
    access.audit(tx, actor, instance, "launched", Map.of("version", resolved.version().number()));
    return instance;
  }

  private static boolean isIn(Cluster cluster, Instance instance) {
    return instance.clusterId().equals(cluster.id());
  }

  /** Instances that are being deleted still hold their names. */
  private static void requireFreeName(Transaction tx, Actor actor, @Nullable String name) {
    if (name != null
        && tx.instances().named(actor.orgId(), name).stream()
            .anyMatch(one -> one.ownerId().equals(actor.userId()))) {
      throw ControlPlaneException.of(
          ErrorCode.INSTANCE_NAME_TAKEN, "instance name '" + name + "' is in use");
    }
  }

  private static void requireQuota(Transaction tx, Quota quota, UUID ownerId) {
    int inOrg = tx.instances().countPresent(quota.orgId());
    // No member owns more than there are, and each count reads them all.
    int owned =
        inOrg < quota.maxInstancesPerUser()
            ? inOrg
            : tx.instances().countPresentOwnedBy(quota.orgId(), ownerId);
    if (!quota.allowsOneMore(owned, inOrg)) {
      throw ControlPlaneException.of(ErrorCode.QUOTA_EXCEEDED, "instance quota exceeded");
    }
  }

  private Optional<Instance> claimable(
      Transaction tx, ResolvedVersion resolved, InstanceSize size, Predicate<Instance> condition) {
    Golden golden = resolved.golden();
    return tx.pools().ofGolden(golden.orgId(), golden.id()).stream()
        .flatMap(pool -> tx.instances().ofPool(pool.orgId(), pool.id()).stream())
        .filter(one -> isClaimable(one, resolved.ref(), size))
        .filter(condition)
        .filter(one -> clusters.isOnline(tx, one))
        .map(one -> tx.instances().lock(golden.orgId(), one.id()))
        .flatMap(Optional::stream)
        .filter(one -> isClaimable(one, resolved.ref(), size))
        .findFirst();
  }

  private static boolean isClaimable(Instance one, GoldenRef golden, InstanceSize size) {
    return one.isWarm()
        && one.phase() == InstancePhase.READY
        && one.spec().size() == size
        && one.spec().golden().equals(golden);
  }

  private Instance claim(Transaction tx, Instance warm, Actor actor, LaunchOptions options) {
    Instance claimed =
        warm.claimed(actor.userId(), options.ttl(), context.now()).named(options.name());
    tx.instances().update(claimed);
    access.schedule(tx, claimed);
    PoolReconciler.schedule(tx, actor.orgId(), claimed.spec().golden().goldenId(), context.now());
    return claimed;
  }

  private Instance create(
      Transaction tx,
      Actor actor,
      ResolvedVersion resolved,
      Cluster cluster,
      LaunchOptions options) {
    Instant now = context.now();
    InstanceSpec spec =
        InstanceSpec.create(resolved.ref(), namespace, options.size(), options.ttl(), now);
    Instance launched =
        Instance.launched(context.newId(), actor.orgId(), actor.userId(), cluster.id(), spec, now)
            .named(options.name());
    Instance instance = clusters.withOfflineMessage(tx, launched);
    tx.instances().insert(instance);
    access.schedule(tx, instance);
    return instance;
  }
}
