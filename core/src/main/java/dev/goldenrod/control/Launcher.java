package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.instance.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Gives a member an instance: a warm clone that is ready for it, else one to be made. */
record Launcher(ControlContext context, Clusters clusters, String namespace) {
  /**
   * Launches within the quota, in the caller's transaction, which has the organisation to itself.
   */
  Instance launch(Transaction tx, Actor actor, Instances.Launch command) {
    Quota quota = tx.quotas().get(actor.orgId());
    ResolvedVersion resolved =
        ResolvedVersion.resolve(tx, actor, command.golden(), command.version());
    Optional<Instance> warm = claimable(tx, resolved, command.size());
    Cluster cluster = clusters.select(tx, actor, resolved.version().clusterId());
    Quotas.requireQuota(tx, quota, actor.userId());
    Instance instance =
        warm.map(ready -> claim(tx, ready, actor, command.ttl()))
            .orElseGet(() -> create(tx, actor, resolved, cluster, command));
    context.audit(
        tx,
        actor,
        "instance.launched",
        "instance",
        instance.id(),
        Map.of("golden", resolved.golden().name(), "version", resolved.version().number()));
    return instance;
  }

  /** A locked warm clone of that version and size that can be used at once. */
  private Optional<Instance> claimable(
      Transaction tx, ResolvedVersion resolved, InstanceSize size) {
    Golden golden = resolved.golden();
    return tx.pools().ofGolden(golden.orgId(), golden.id()).stream()
        .flatMap(pool -> tx.instances().ofPool(pool.orgId(), pool.id()).stream())
        .filter(one -> isClaimable(one, resolved.ref(), size))
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

  private Instance claim(Transaction tx, Instance warm, Actor actor, Ttl ttl) {
    Instance claimed = warm.claimed(actor.userId(), ttl, context.now());
    tx.instances().update(claimed);
    Instances.schedule(context, tx, claimed);
    Pools.schedule(tx, actor.orgId(), claimed.spec().golden().goldenId(), context.now());
    return claimed;
  }

  private Instance create(
      Transaction tx,
      Actor actor,
      ResolvedVersion resolved,
      Cluster cluster,
      Instances.Launch command) {
    Instant now = context.now();
    InstanceSpec spec =
        InstanceSpec.create(resolved.ref(), namespace, command.size(), command.ttl(), now);
    Instance launched =
        Instance.launched(context.newId(), actor.orgId(), actor.userId(), cluster.id(), spec, now);
    Instance instance = clusters.orOffline(tx, launched);
    tx.instances().insert(instance);
    Instances.schedule(context, tx, instance);
    return instance;
  }
}
