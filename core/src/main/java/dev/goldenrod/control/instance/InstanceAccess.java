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

/** Finds instances that an actor may use, audits changes, and schedules reconciliation. */
public record InstanceAccess(ControlContext context) {
  public void delete(Transaction tx, Actor actor, Instance locked) {
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
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.INSTANCE,
                instance.orgId(),
                instance.id(),
                instance.clusterId(),
                context.now()));
  }

  public static Instance lock(Transaction tx, Actor actor, UUID id) {
    return requireOwned(actor, id, tx.instances().lock(actor.orgId(), id));
  }

  /** A warm clone counts as missing: it has no owner yet, and only its pool may change it. */
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
   * Returns whether the actor may read the instance: as its owner or an operator, with a token that
   * may read all instances, or use the golden of its own ones.
   */
  public static boolean mayUse(Actor actor, Instance instance) {
    return isOwn(actor, instance) && isInScope(actor, instance);
  }

  /** Checks that the token has the read scope or one for a golden. */
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

  /** Checks that the actor owns the instance and may change it, as its credentials require. */
  public static void requireLogin(Actor actor, Instance instance) {
    boolean isOwner = instance.ownerId().equals(actor.userId());
    if (!isOwner || !actor.role().includes(Role.USER)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner may use the credentials of instance " + instance.id());
    }
    if (!isInScope(actor.forChange(), instance)) {
      throw actor.scopes().missing("golden:" + instance.spec().golden().name());
    }
  }

  private static ControlPlaneException notFound(UUID id) {
    return ControlPlaneException.notFound("instance", id);
  }
}
