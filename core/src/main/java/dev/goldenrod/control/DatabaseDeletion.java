package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.Deletion;
import dev.goldenrod.Timestamps;
import dev.goldenrod.database.Database;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.reconcile.DatabaseRemoval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Deletes databases and their snapshots, in the caller's transaction: at once, or after a grace
 * period if they ever ran. Fails if a golden needs a snapshot. Reads the limits at each deletion.
 * All methods return the ids to reconcile.
 */
record DatabaseDeletion(ControlContext context, DatabaseAccess access, Supplier<Caps> caps) {
  /** Deletes one database. With {@code force} it may have branches, which stay without a parent. */
  List<UUID> delete(Transaction tx, Actor actor, String name, boolean force) {
    return delete(tx, actor, DatabaseAccess.lock(tx, actor, name), force);
  }

  /** Deletes the database of that id, even if renamed; does nothing if it is gone. */
  List<UUID> delete(Transaction tx, Actor actor, UUID id, boolean force) {
    Optional<Database> locked =
        tx.databases().lock(actor.orgId(), id).filter(database -> !database.isDeleted());
    locked.ifPresent(database -> DatabaseAccess.requireOwned(tx, actor, database));
    return locked.map(database -> delete(tx, actor, database, force)).orElseGet(List::of);
  }

  private List<UUID> delete(Transaction tx, Actor actor, Database locked, boolean force) {
    requireUnprotected(locked);
    List<Database> branches = branchesOf(tx, locked);
    if (!force && !branches.isEmpty()) {
      throw ControlPlaneException.hasBranches(
          locked.name(), branches.stream().map(DatabaseDeletion::liveClone).toList());
    }
    return delete(tx, actor, locked);
  }

  /** Deletes all descendants of the database. */
  List<UUID> deleteBranches(Transaction tx, Actor actor, String name) {
    return deleteOwned(tx, actor, descendants(tx, DatabaseAccess.require(tx, actor, name)));
  }

  private List<UUID> deleteOwned(Transaction tx, Actor actor, List<Database> branches) {
    branches.forEach(branch -> DatabaseAccess.requireOwned(tx, actor, branch));
    return deleteAll(tx, actor, branches);
  }

  /** Deletes the database of that id and all its descendants, if their ids are as expected. */
  List<UUID> deleteWithBranches(
      Transaction tx, Actor actor, UUID id, Predicate<Set<UUID>> expected) {
    Database database =
        tx.databases()
            .find(actor.orgId(), id)
            .filter(one -> !one.isDeleted())
            .orElseThrow(() -> ControlPlaneException.notFound("database", id));
    DatabaseAccess.requireOwned(tx, actor, database);
    List<Database> branches = descendants(tx, database);
    if (!expected.test(branches.stream().map(Database::id).collect(Collectors.toSet()))) {
      throw ControlPlaneException.conflictBecause(
          "the branches of database '%s' are others by now than those that were to be deleted with it"
              .formatted(database.name()));
    }
    List<UUID> changed = new ArrayList<>(deleteOwned(tx, actor, branches));
    changed.addAll(delete(tx, actor, id, false));
    return changed;
  }

  /** Removes the member's databases at once, including restorable ones. */
  List<UUID> removeOwnedBy(Transaction tx, Actor actor, UUID ownerId) {
    List<Database> owned =
        tx.databases().listOwnedBy(actor.orgId(), ownerId).stream()
            .filter(Database::isPresent)
            .toList();
    owned.forEach(DatabaseDeletion::requireUnprotected);
    return owned.stream()
        .flatMap(one -> tx.databases().lock(one.orgId(), one.id()).stream())
        .flatMap(locked -> removeOwned(tx, actor, locked).stream())
        .toList();
  }

  private List<UUID> removeOwned(Transaction tx, Actor actor, Database locked) {
    if (!locked.isDeleted()) {
      RegisteredSnapshots.requireUnneededOf(tx, locked.orgId(), locked.id());
    }
    detachBranchesAndDeleteSchedule(tx, locked);
    return remove(tx, actor, locked, locked.isDeleted() ? "removed" : "deleted");
  }

  private List<UUID> deleteAll(Transaction tx, Actor actor, List<Database> databases) {
    databases.stream().filter(Database::isPresent).forEach(DatabaseDeletion::requireUnprotected);
    List<UUID> changed = new ArrayList<>();
    for (Database database : databases) {
      tx.databases()
          .lock(database.orgId(), database.id())
          .ifPresent(locked -> changed.addAll(delete(tx, actor, locked)));
    }
    return changed;
  }

  private List<UUID> delete(Transaction tx, Actor actor, Database locked) {
    if (!locked.isPresent()) {
      return List.of();
    }
    RegisteredSnapshots.requireUnneededOf(tx, locked.orgId(), locked.id());
    detachBranchesAndDeleteSchedule(tx, locked);
    return context.retainsDeleted() && !locked.neverRan()
        ? retain(tx, actor, locked)
        : remove(tx, actor, locked, "deleted");
  }

  private List<UUID> retain(Transaction tx, Actor actor, Database locked) {
    Deletion deletion = context.deletion(actor);
    tx.databases().update(locked.deleted(deletion));
    access.schedule(tx, locked);
    access.audit(
        tx,
        actor,
        locked,
        "deleted",
        Map.of("restorable_until", Timestamps.text(deletion.until())));
    List<UUID> changed = new ArrayList<>(List.of(locked.id()));
    excessRestorable(tx, locked).forEach(one -> changed.addAll(removeDeleted(tx, actor, one)));
    return changed;
  }

  /** Returns the oldest restorable databases beyond the owner's limit on databases. */
  private List<Database> excessRestorable(Transaction tx, Database deleted) {
    List<Database> kept = tx.databases().restorableOf(deleted.orgId(), deleted.ownerId());
    return kept.subList(0, Math.max(0, kept.size() - caps.get().databasesPerUser())).stream()
        .flatMap(one -> tx.databases().lock(one.orgId(), one.id()).stream())
        .toList();
  }

  List<UUID> removeDeleted(Transaction tx, Actor actor, Database locked) {
    return remove(tx, actor, locked, "removed");
  }

  private List<UUID> remove(Transaction tx, Actor actor, Database locked, String action) {
    access.schedule(tx, locked);
    access.audit(tx, actor, locked, action);
    return DatabaseRemoval.begin(tx, locked, context.now());
  }

  /** Detaches branches, also restorable ones, from the database, and deletes its schedule. */
  private static void detachBranchesAndDeleteSchedule(Transaction tx, Database locked) {
    tx.databases().branchesOf(locked.orgId(), locked.id()).stream()
        .filter(Database::isPresent)
        .forEach(branch -> detachFromParent(tx, branch));
    tx.schedules()
        .ofDatabase(locked.orgId(), locked.id())
        .ifPresent(schedule -> tx.schedules().delete(schedule.orgId(), schedule.id()));
  }

  private static void requireUnprotected(Database database) {
    if (database.isProtected()) {
      throw ControlPlaneException.protectedDatabase(database.name());
    }
  }

  private static void detachFromParent(Transaction tx, Database branch) {
    tx.databases()
        .lock(branch.orgId(), branch.id())
        .ifPresent(locked -> tx.databases().update(locked.orphaned()));
  }

  private static List<Database> branchesOf(Transaction tx, Database parent) {
    return tx.databases().branchesOf(parent.orgId(), parent.id()).stream()
        .filter(one -> one.isPresent() && !one.isDeleted())
        .toList();
  }

  private static List<Database> descendants(Transaction tx, Database parent) {
    List<Database> all = new ArrayList<>(branchesOf(tx, parent));
    for (int next = 0; next < all.size(); next++) {
      all.addAll(branchesOf(tx, all.get(next)));
    }
    return all;
  }

  private static LiveClone liveClone(Database branch) {
    return new LiveClone(branch.id(), branch.name(), branch.ownerId(), branch.phase().wireName());
  }
}
