package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.context.ClusterSelection;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Implements reset, refresh and extend as {@code Instances} documents them. */
public record InstanceChanges(ControlContext context, InstanceAccess access) {
  public Instance reset(Actor actor, UUID id, Idempotency<Instance> idempotency) {
    return change(actor, id, idempotency, "reset", (tx, instance) -> Instance::resetRequested);
  }

  public Instance refresh(Actor actor, UUID id, String golden, Idempotency<Instance> idempotency) {
    return change(
        actor,
        id,
        idempotency,
        "refreshed",
        (tx, instance) -> {
          String name = golden.isEmpty() ? instance.spec().golden().name() : golden;
          ResolvedVersion resolved = ResolvedVersion.resolve(tx, actor, name, 0);
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

  public Instance extend(Actor actor, UUID id, Ttl ttl, Idempotency<Instance> idempotency) {
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
    access.schedule(tx, next);
    access.audit(tx, actor, next, action, auditMetadata(next));
    return next;
  }

  private static Map<String, @Nullable Object> auditMetadata(Instance instance) {
    return Map.of(
        "version", instance.spec().golden().version(),
        "expires_at", Timestamps.text(instance.spec().expiresAt()));
  }
}
