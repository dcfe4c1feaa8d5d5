package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scope;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds instances that an actor may use, and notes what is to be done about them. */
public record InstanceAccess(ControlContext context) {
  /** Marks a locked instance for deletion, in the caller's transaction. */
  public void delete(Transaction tx, Actor actor, Instance locked) {
    tx.instances().update(locked.deletionRequested());
    schedule(tx, locked);
    audit(tx, actor, locked, "destroyed", Map.of());
  }

  /**
   * Notes a change of the instance, in the caller's transaction.
   *
   * @param more what is told beside its labels
   */
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
    requireScope(actor);
    Instance instance = found.filter(one -> !one.isWarm()).orElseThrow(() -> notFound(id));
    if (!isOwn(actor, instance)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "instance " + instance.id() + " belongs to another member");
    }
    if (!isInScope(actor, instance)) {
      throw actor.scopes().missing("golden:" + instance.spec().golden().name());
    }
    return instance;
  }

  /**
   * Whether it is the actor's own, or the actor an operator, and the token's scopes allow it: all
   * may be read, or the actor's own of its golden be used.
   */
  public static boolean isOpenTo(Actor actor, Instance instance) {
    return isOwn(actor, instance) && isInScope(actor, instance);
  }

  /** Refuses a token that has no scope for clones at all. */
  public static void requireScope(Actor actor) {
    if (!actor.scopes().allowsReading() && !actor.scopes().has(Scope.Kind.GOLDEN)) {
      throw actor.scopes().missing("the scope golden:<name> or the scope read");
    }
  }

  private static boolean isOwn(Actor actor, Instance instance) {
    return actor.isOperator() || instance.ownerId().equals(actor.userId());
  }

  private static boolean isInScope(Actor actor, Instance instance) {
    return actor.scopes().allowsReading()
        || actor.scopes().allowsGolden(instance.spec().golden().name())
            && instance.ownerId().equals(actor.userId());
  }

  /** Refuses to give the credentials to others than the owner, while it may make changes to it. */
  public static void requireLogin(Actor actor, Instance instance) {
    boolean isOwner = instance.ownerId().equals(actor.userId());
    if (!isOwner || !actor.role().includes(Role.USER)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "only the owner has the credentials of instance " + instance.id());
    }
    if (!isInScope(actor.forChange(), instance)) {
      throw actor.scopes().missing("golden:" + instance.spec().golden().name());
    }
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("instance", id);
  }
}
