package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds databases and snapshots, checks that an actor may use them and that their state allows a
 * change, audits changes, and schedules their reconciliation.
 */
record DatabaseAccess(ControlContext context) {
  record SnapshotWithDatabase(DatabaseSnapshot snapshot, Database database) {}

  static SnapshotWithDatabase requireSnapshot(Transaction tx, Actor actor, UUID id) {
    SnapshotWithDatabase found =
        find(tx, actor, id).orElseThrow(() -> ControlPlaneException.notFound("snapshot", id));
    requireOwned(tx, actor, found.database());
    return found;
  }

  /** Returns any owner's snapshot; empty if its database is gone, or deleted and thereby hidden. */
  static Optional<SnapshotWithDatabase> find(Transaction tx, Actor actor, UUID id) {
    return tx.databases()
        .findSnapshot(actor.orgId(), id)
        .flatMap(
            snapshot ->
                tx.databases()
                    .find(actor.orgId(), snapshot.databaseId())
                    .filter(database -> !database.isDeleted())
                    .map(database -> new SnapshotWithDatabase(snapshot, database)));
  }

  static Database require(Transaction tx, Actor actor, String name) {
    Database database =
        Optional.of(name)
            .filter(ResourceTextValidator::isName)
            .flatMap(possible -> tx.databases().findByName(actor.orgId(), possible))
            .orElseThrow(() -> ControlPlaneException.notFound("database", name));
    requireOwned(tx, actor, database);
    return database;
  }

  static Database lock(Transaction tx, Actor actor, String name) {
    return tx.databases()
        .lock(actor.orgId(), require(tx, actor, name).id())
        .orElseThrow(() -> ControlPlaneException.notFound("database", name));
  }

  static void requireOwned(Transaction tx, Actor actor, Database database) {
    if (!isOwn(actor, database)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "database '" + database.name() + "' belongs to another member");
    }
    if (!isInScope(tx, actor, database)) {
      throw actor.scopes().missing("database:" + database.name());
    }
  }

  static boolean mayUse(Transaction tx, Actor actor, Database database) {
    return isOwn(actor, database) && isInScope(tx, actor, database);
  }

  private static boolean isOwn(Actor actor, Database database) {
    return actor.isOperator() || database.ownerId().equals(actor.userId());
  }

  private static boolean isInScope(Transaction tx, Actor actor, Database database) {
    if (actor.scopes().allowsReading()) {
      return true;
    }
    Set<UUID> seen = new HashSet<>();
    Optional<Database> next = Optional.of(database);
    while (next.isPresent() && seen.add(next.get().id())) {
      if (actor.scopes().allowsDatabase(next.get().name())) {
        return true;
      }
      next =
          Optional.ofNullable(next.get().ancestry().parentId())
              .flatMap(parent -> tx.databases().find(database.orgId(), parent));
    }
    return false;
  }

  /** Returns whether the actor owns the database and may make changes to it. */
  static boolean mayLogIn(Transaction tx, Actor actor, Database database) {
    return database.ownerId().equals(actor.userId())
        && actor.role().includes(Role.USER)
        && isInScope(tx, actor.forChange(), database);
  }

  static Database requirePresent(Database database) {
    if (!database.isPresent()) {
      throw ControlPlaneException.conflictBecause(
          "database '" + database.name() + "' is being deleted");
    }
    return database;
  }

  static Database requireHasRun(Database database) {
    if (requirePresent(database).neverRan()) {
      throw ControlPlaneException.conflictBecause(
          "database '" + database.name() + "' has never run; wait until it is running");
    }
    return database;
  }

  static void requireReady(DatabaseSnapshot snapshot) {
    if (snapshot.phase() != DatabaseSnapshot.Phase.READY) {
      throw ControlPlaneException.conflictBecause(
          "snapshot '%s' is %s; only a ready snapshot can be branched"
              .formatted(snapshot.name(), snapshot.phase().wireName()));
    }
  }

  /** Checks that the cluster has storage space; passes if its data plane cannot be asked. */
  void requireSpace(UUID clusterId) {
    if (isExhausted(clusterId)) {
      throw ControlPlaneException.of(ErrorCode.STORAGE_EXHAUSTED, DataPlanes.STORAGE_EXHAUSTED);
    }
  }

  private boolean isExhausted(UUID clusterId) {
    try {
      return context.dataPlanes().call(clusterId, DataPlane::isStorageExhausted).orElse(false);
    } catch (DataPlaneException offline) {
      return false;
    }
  }

  Database withOfflineMessage(Transaction tx, Database database) {
    return new ClusterSelection(context).withOfflineMessage(tx, database);
  }

  void schedule(Transaction tx, Database database) {
    context.schedule(tx, WorkKind.DATABASE, database.orgId(), database.id(), database.clusterId());
  }

  void schedule(Transaction tx, DatabaseSnapshot snapshot) {
    context.schedule(
        tx, WorkKind.DATABASE_SNAPSHOT, snapshot.orgId(), snapshot.id(), snapshot.clusterId());
  }

  void audit(Transaction tx, Actor actor, Database database, String action) {
    audit(tx, actor, database, action, Map.of());
  }

  void audit(
      Transaction tx,
      Actor actor,
      Database database,
      String action,
      Map<String, @Nullable Object> more) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("name", database.name());
    metadata.put("type", database.template().type().wireName());
    metadata.putAll(more);
    context.audit(tx, actor, "database." + action, "database", database.id(), metadata);
  }

  void auditSnapshot(Transaction tx, Actor actor, DatabaseSnapshot snapshot, String action) {
    context.audit(
        tx,
        actor,
        "snapshot." + action,
        "snapshot",
        snapshot.id(),
        Map.of("name", snapshot.name()));
  }
}
