package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Implements an admin's changes of other members as {@code Members} documents them, in the caller's
 * transaction.
 */
record MemberChanges(
    ControlContext context, InstanceChanges instances, DatabaseDeletion databaseDeletion) {
  User change(Transaction tx, Actor actor, UUID id, Members.Change change) {
    tx.lockOrg(actor.orgId());
    User user = requirePresent(tx, actor, id);
    if (change.status() != null) {
      user = changeStatus(tx, actor, id, change.status());
    }
    return change.role() == null ? user : changeRole(tx, actor, id, change.role());
  }

  private User changeRole(Transaction tx, Actor actor, UUID id, Role wanted) {
    User user = requirePresent(tx, actor, id);
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    if (user.role() == wanted) {
      return user;
    }
    User changed = user.withRole(wanted);
    tx.users().update(changed);
    if (user.role() == Role.ADMIN) {
      Invites.revokePendingOf(context, tx, actor, id);
    }
    context.audit(
        tx,
        actor,
        "user.role.changed",
        "user",
        id,
        Map.of("email", user.email(), "role", wanted.wireName(), "was", user.role().wireName()));
    return changed;
  }

  private User changeStatus(Transaction tx, Actor actor, UUID id, UserStatus wanted) {
    User user = requirePresent(tx, actor, id);
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    boolean isPardoned = wanted == UserStatus.ACTIVE && Identities.pardon(tx, id);
    if (user.status() == wanted && !isPardoned) {
      return user;
    }
    User changed = user.withStatus(wanted);
    tx.users().update(changed);
    if (wanted == UserStatus.DISABLED) {
      endAccess(tx, actor, id);
    }
    String action = wanted == UserStatus.DISABLED ? "user.disabled" : "user.enabled";
    context.audit(tx, actor, action, "user", id, Map.of("email", user.email()));
    return changed;
  }

  /** Returns the ids to reconcile. */
  List<UUID> remove(Transaction tx, Actor actor, UUID id) {
    User user =
        tx.users()
            .find(actor.orgId(), id)
            .orElseThrow(() -> ControlPlaneException.notFound("user", id));
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    if (user.status() == UserStatus.REMOVED) {
      return List.of();
    }
    tx.users().update(user.removed());
    endAccess(tx, actor, id);
    tx.identities().listOf(id).forEach(identity -> tx.identities().delete(identity.id()));
    tx.invites()
        .pendingTo(actor.orgId(), user.email())
        .forEach(invite -> Invites.revoke(context, tx, actor, invite));
    context.audit(tx, actor, "user.removed", "user", id, Map.of("email", user.email()));
    List<Instance> owned =
        tx.instances().listOwnedBy(actor.orgId(), id).stream()
            .map(instance -> tx.instances().lock(actor.orgId(), instance.id()))
            .flatMap(Optional::stream)
            .filter(instance -> instance.phase() != InstancePhase.TERMINATING)
            .toList();
    owned.forEach(instance -> instances.delete(tx, actor, instance));
    List<UUID> changed = new ArrayList<>(owned.stream().map(Instance::id).toList());
    changed.addAll(databaseDeletion.removeOwnedBy(tx, actor, id));
    return changed;
  }

  /** Deletes the member's tokens and sessions, and revokes the invites that it created. */
  private void endAccess(Transaction tx, Actor actor, UUID id) {
    for (TokenKind kind : TokenKind.values()) {
      tx.tokens().deleteOf(id, kind);
    }
    Invites.revokePendingOf(context, tx, actor, id);
  }

  static User requirePresent(Transaction tx, Actor actor, UUID id) {
    return tx.users()
        .find(actor.orgId(), id)
        .filter(user -> user.status() != UserStatus.REMOVED)
        .orElseThrow(() -> ControlPlaneException.notFound("user", id));
  }

  private static void requireAnother(Actor actor, UUID id) {
    if (actor.userId().equals(id)) {
      throw ControlPlaneException.invalid("you cannot change or remove yourself");
    }
  }

  /** Prevents two admins from removing each other concurrently. */
  private static void requireStillAdmin(Transaction tx, Actor actor) {
    boolean stillAdmin =
        tx.users()
            .find(actor.orgId(), actor.userId())
            .filter(user -> user.isActive() && user.role() == Role.ADMIN)
            .isPresent();
    if (!stillAdmin) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "you are no longer an active admin");
    }
  }
}
