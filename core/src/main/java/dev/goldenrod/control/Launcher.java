package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Instances.Launch;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
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
record Launcher(
    ControlContext context, ClusterSelection clusters, InstanceChanges changes, String namespace) {
  /** Launches within the quota. The caller's transaction holds the organization's lock. */
  Instance launch(Transaction tx, Actor actor, Launch command) {
    ResolvedVersion resolved =
        ResolvedVersion.resolve(context, tx, actor, command.golden(), command.version());
    Quota quota = tx.quotas().get(actor.orgId());
    String asked = command.cluster();
    Cluster cluster = resolved.selectCluster(tx, actor, clusters, asked, "a clone");
    Optional<Instance> warm =
        claimable(tx, resolved, command.size(), one -> asked.isEmpty() || isIn(cluster, one));
    requireFreeName(tx, actor, command.name());
    requireQuota(tx, quota, actor.userId());
    Instance instance =
        warm.map(ready -> claim(tx, ready, actor, command))
            .orElseGet(() -> create(tx, actor, resolved, cluster, command));
    changes.audit(tx, actor, instance, "launched", Map.of("version", resolved.version().number()));
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

  private Instance claim(Transaction tx, Instance warm, Actor actor, Launch command) {
    Instance claimed =
        warm.claimed(actor.userId(), command.ttl(), context.now()).named(command.name());
    tx.instances().update(claimed);
    changes.schedule(tx, claimed);
    PoolReconciler.schedule(tx, actor.orgId(), claimed.spec().golden().goldenId(), context.now());
    return claimed;
  }

  private Instance create(
      Transaction tx, Actor actor, ResolvedVersion resolved, Cluster cluster, Launch command) {
    Instant now = context.now();
    InstanceSpec spec =
        InstanceSpec.create(resolved.ref(), namespace, command.size(), command.ttl(), now);
    Instance launched =
        Instance.launched(context.newId(), actor.orgId(), actor.userId(), cluster.id(), spec, now)
            .named(command.name());
    Instance instance = clusters.withOfflineMessage(tx, launched);
    tx.instances().insert(instance);
    changes.schedule(tx, instance);
    return instance;
  }
}
