package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Finds instances that an actor may use, and notes what is to be done about them. */
public record InstanceAccess(ControlContext context) {
  /** Marks a locked instance for destruction, in the caller's transaction. */
  public void destroy(Transaction tx, Actor actor, Instance locked) {
    tx.instances().update(locked.deletionRequested());
    schedule(tx, locked);
    context.audit(
        tx,
        actor,
        "instance.destroyed",
        "instance",
        locked.id(),
        Map.of("golden", locked.spec().golden().name()));
  }

  /** Has the loop look at the instance, in the caller's transaction. */
  void schedule(Transaction tx, Instance instance) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.INSTANCE,
                instance.orgId(),
                instance.id(),
                instance.clusterId(),
                context.now()));
  }

  /** The instance, if the actor may change it; its row is locked until the transaction ends. */
  public static Instance lock(Transaction tx, Actor actor, UUID id) {
    return requireOwned(actor, id, tx.instances().lock(actor.orgId(), id));
  }

  /** A warm clone has no owner yet: its pool alone may change it. */
  public static Instance requireOwned(Actor actor, UUID id, Optional<Instance> found) {
    Instance instance = found.filter(one -> !one.isWarm()).orElseThrow(() -> notFound(id));
    if (!actor.isAdmin() && !instance.ownerId().equals(actor.userId())) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "instance " + instance.id() + " belongs to another member");
    }
    return instance;
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("instance", id);
  }
}
