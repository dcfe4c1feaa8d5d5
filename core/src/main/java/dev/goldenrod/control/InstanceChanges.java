package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Implements changes of instances as {@code Instances} documents them. */
record InstanceChanges(ControlContext context) {
  Instance reset(Actor actor, UUID id, Idempotency<Instance> idempotency) {
    return change(actor, id, idempotency, "reset", (tx, instance) -> Instance::resetRequested);
  }

  Instance refresh(Actor actor, UUID id, String golden, Idempotency<Instance> idempotency) {
    return change(
        actor,
        id,
        idempotency,
        "refreshed",
        (tx, instance) -> {
          String name = golden.isEmpty() ? instance.spec().golden().name() : golden;
          ResolvedVersion resolved = ResolvedVersion.resolve(context, tx, actor, name, 0);
          requireSameCluster(instance, resolved);
          return checked -> checked.refreshRequested(resolved.ref());
        });
  }

  private static void requireSameCluster(Instance instance, ResolvedVersion resolved) {
    UUID holder = resolved.version().clusterId();
    if (holder != null && !holder.equals(instance.clusterId())) {
      throw ControlPlaneException.invalidBecause(
          "golden",
          "'"
              + resolved.golden().name()
              + "' has no visible ready version on the instance's cluster; launch a new instance");
    }
  }

  Instance extend(Actor actor, UUID id, Ttl ttl, Idempotency<Instance> idempotency) {
    return change(
        actor,
        id,
        idempotency,
        "extended",
        (tx, instance) -> {
          Instant end = context.now().plus(ttl.duration());
          if (!end.isAfter(instance.spec().expiresAt())) {
            throw ControlPlaneException.invalidBecause(
                "ttl",
                "must extend past the current expiry "
                    + Timestamps.text(instance.spec().expiresAt()));
          }
          return checked -> checked.extended(ttl, end);
        });
  }

  /** Validates before conflicts are checked, and returns the step to apply after that. */
  private interface Change {
    UnaryOperator<Instance> check(Transaction tx, Instance instance);
  }

  private Instance change(
      Actor actor, UUID id, Idempotency<Instance> idempotency, String action, Change change) {
    Instance changed =
        context.change(actor, idempotency, tx -> change(tx, actor, id, action, change));
    context.loop().enqueue(id);
    return changed;
  }

  private Instance change(Transaction tx, Actor actor, UUID id, String action, Change change) {
    Instance instance = InstanceAccess.lock(tx, actor, id);
    UnaryOperator<Instance> step = change.check(tx, instance);
    if (instance.phase() == InstancePhase.TERMINATING) {
      throw ControlPlaneException.conflict("instance " + id + " is being destroyed");
    }
    Instance next = new ClusterSelection(context).withOfflineMessage(tx, step.apply(instance));
    tx.instances().update(next);
    schedule(tx, next);
    audit(tx, actor, next, action, auditMetadata(next));
    return next;
  }

  private static Map<String, @Nullable Object> auditMetadata(Instance instance) {
    return Map.of(
        "version", instance.spec().golden().version(),
        "expires_at", Timestamps.text(instance.spec().expiresAt()));
  }

  /** Requests the deletion of a locked instance. */
  void delete(Transaction tx, Actor actor, Instance locked) {
    tx.instances().update(locked.deletionRequested());
    schedule(tx, locked);
    audit(tx, actor, locked, "destroyed", Map.of());
  }

  void audit(
      Transaction tx,
      Actor actor,
      Instance instance,
      String action,
      Map<String, @Nullable Object> more) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(instance.labels());
    metadata.putAll(more);
    context.audit(tx, actor, "instance." + action, "instance", instance.id(), metadata);
  }

  void schedule(Transaction tx, Instance instance) {
    context.schedule(tx, WorkKind.INSTANCE, instance.orgId(), instance.id(), instance.clusterId());
  }
}
