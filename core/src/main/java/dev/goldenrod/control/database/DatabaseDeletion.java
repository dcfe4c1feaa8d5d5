package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Marks databases for deletion, their snapshots with them, in the caller's transaction. Every
 * method returns the ids of what the loop has to look at.
 */
public record DatabaseDeletion(ControlContext context, DatabaseAccess access) {
  /** One database; by force also when it has branches, which live on without a parent. */
  public List<UUID> delete(Transaction tx, Actor actor, String name, boolean force) {
    return delete(tx, actor, DatabaseAccess.lock(tx, actor, name), force);
  }

  /** The same of that id, whatever its name is; nothing when it is gone. */
  public List<UUID> delete(Transaction tx, Actor actor, UUID id, boolean force) {
    Optional<Database> locked = tx.databases().lock(actor.orgId(), id);
    locked.ifPresent(database -> DatabaseAccess.requireOwned(tx, actor, database));
    return locked.map(database -> delete(tx, actor, database, force)).orElseGet(List::of);
  }

  private List<UUID> delete(Transaction tx, Actor actor, Database locked, boolean force) {
    requireUnprotected(locked);
    List<Database> branches = branchesOf(tx, locked);
    if (!force && !branches.isEmpty()) {
      throw ControlPlaneException.hasBranches(
          locked.name(), branches.stream().map(DatabaseDeletion::child).toList());
    }
    return delete(tx, actor, locked);
  }

  /** All branches of the database, theirs included. */
  public List<UUID> deleteBranches(Transaction tx, Actor actor, String name) {
    List<Database> branches = descendants(tx, DatabaseAccess.require(tx, actor, name));
    branches.forEach(branch -> DatabaseAccess.requireOwned(tx, actor, branch));
    return deleteAll(tx, actor, branches);
  }

  /** All databases of the member. */
  public List<UUID> deleteOwnedBy(Transaction tx, Actor actor, UUID ownerId) {
    return deleteAll(
        tx,
        actor,
        tx.databases().list(actor.orgId()).stream()
            .filter(one -> one.ownerId().equals(ownerId))
            .toList());
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
    List<UUID> changed = new ArrayList<>();
    branchesOf(tx, locked).forEach(branch -> orphan(tx, branch));
    tx.databases().update(locked.deletionRequested());
    access.schedule(tx, locked);
    tx.schedules()
        .ofDatabase(locked.orgId(), locked.id())
        .ifPresent(schedule -> tx.schedules().delete(schedule.orgId(), schedule.id()));
    access.audit(tx, actor, locked, "deleted");
    changed.add(locked.id());
    for (DatabaseSnapshot snapshot : tx.databases().snapshotsOf(locked.orgId(), locked.id())) {
      deleteSnapshot(tx, snapshot.orgId(), snapshot.id());
      changed.add(snapshot.id());
    }
    return changed;
  }

  private static void requireUnprotected(Database database) {
    if (database.isProtected()) {
      throw ControlPlaneException.protectedDatabase(database.name());
    }
  }

  /** Marks the snapshot for deletion; the snapshot unless it was marked before. */
  public Optional<DatabaseSnapshot> deleteSnapshot(Transaction tx, UUID orgId, UUID id) {
    Optional<DatabaseSnapshot> locked =
        tx.databases()
            .lockSnapshot(orgId, id)
            .filter(one -> one.phase() != DatabaseSnapshot.Phase.DELETING);
    locked.ifPresent(
        snapshot -> {
          tx.databases().updateSnapshot(snapshot.deletionRequested());
          access.schedule(tx, snapshot);
        });
    return locked;
  }

  private static void orphan(Transaction tx, Database branch) {
    tx.databases()
        .lock(branch.orgId(), branch.id())
        .ifPresent(locked -> tx.databases().update(locked.orphaned()));
  }

  private static List<Database> branchesOf(Transaction tx, Database parent) {
    return tx.databases().list(parent.orgId()).stream()
        .filter(one -> parent.id().equals(one.ancestry().parentId()))
        .filter(Database::isPresent)
        .toList();
  }

  private static List<Database> descendants(Transaction tx, Database parent) {
    List<Database> all = new ArrayList<>(branchesOf(tx, parent));
    for (int next = 0; next < all.size(); next++) {
      all.addAll(branchesOf(tx, all.get(next)));
    }
    return all;
  }

  private static LiveClone child(Database branch) {
    return new LiveClone(branch.id(), branch.name(), branch.ownerId(), branch.phase().wireName());
  }
}
