package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.util.Map;
import java.util.UUID;

/** Finds databases and snapshots that an actor may use, and notes what is to be done about them. */
record DatabaseAccess(ControlContext context) {
  static DatabaseSnapshot requireSnapshot(Transaction tx, Actor actor, UUID id) {
    DatabaseSnapshot snapshot =
        tx.databases()
            .findSnapshot(actor.orgId(), id)
            .orElseThrow(() -> ControlPlaneException.notFound("snapshot", id));
    tx.databases()
        .find(actor.orgId(), snapshot.databaseId())
        .ifPresent(database -> requireOwned(actor, database));
    return snapshot;
  }

  static Database require(Transaction tx, Actor actor, String name) {
    Database database =
        tx.databases()
            .findByName(actor.orgId(), name)
            .orElseThrow(() -> ControlPlaneException.notFound("database", name));
    requireOwned(actor, database);
    return database;
  }

  static void requireOwned(Actor actor, Database database) {
    if (!mayUse(actor, database)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN, "database '" + database.name() + "' belongs to another member");
    }
  }

  static boolean mayUse(Actor actor, Database database) {
    return actor.isAdmin() || database.ownerId().equals(actor.userId());
  }

  static Database requirePresent(Database database) {
    if (!isPresent(database)) {
      throw ControlPlaneException.conflict("database '" + database.name() + "' is being deleted");
    }
    return database;
  }

  static Database requireMade(Database database) {
    if (requirePresent(database).isBeingMade()) {
      throw ControlPlaneException.conflict(
          "database '" + database.name() + "' was never running; wait until it is");
    }
    return database;
  }

  static boolean isPresent(Database database) {
    return database.goal() != Goal.ABSENT;
  }

  void schedule(Transaction tx, Database database) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.DATABASE,
                database.orgId(),
                database.id(),
                database.clusterId(),
                context.now()));
  }

  void schedule(Transaction tx, DatabaseSnapshot snapshot) {
    tx.work()
        .schedule(
            WorkItem.due(
                WorkKind.DATABASE_SNAPSHOT,
                snapshot.orgId(),
                snapshot.id(),
                snapshot.clusterId(),
                context.now()));
  }

  void audit(Transaction tx, Actor actor, Database database, String action) {
    context.audit(
        tx,
        actor,
        "database." + action,
        "database",
        database.id(),
        Map.of("name", database.name(), "type", database.template().type().wireName()));
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
