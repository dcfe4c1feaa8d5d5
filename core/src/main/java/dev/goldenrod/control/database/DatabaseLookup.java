package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lookup of databases that an actor may use. */
public record DatabaseLookup(ControlContext context) {
  public List<Database> list(Actor actor) {
    return context
        .store()
        .inTransaction(
            tx ->
                visible(
                    tx,
                    actor,
                    actor.isOperator()
                        ? tx.databases().list(actor.orgId())
                        : tx.databases().listOwnedBy(actor.orgId(), actor.userId())));
  }

  public List<Database> branches(Actor actor, String database) {
    return context
        .store()
        .inTransaction(
            tx -> {
              UUID parent = DatabaseAccess.require(tx, actor, database).id();
              return visible(tx, actor, tx.databases().branchesOf(actor.orgId(), parent));
            });
  }

  private static List<Database> visible(Transaction tx, Actor actor, List<Database> databases) {
    return databases.stream()
        .filter(one -> !one.isDeleted())
        .filter(one -> DatabaseAccess.mayUse(tx, actor, one))
        .toList();
  }

  public Map<UUID, Database> parents(List<Database> branches) {
    Set<UUID> parents =
        branches.stream()
            .filter(Database::hasParent)
            .map(one -> one.ancestry().parentId())
            .collect(Collectors.toSet());
    UUID orgId = branches.isEmpty() ? null : branches.get(0).orgId();
    return orgId == null || parents.isEmpty()
        ? Map.of()
        : context.store().inTransaction(tx -> tx.databases().findAll(orgId, parents)).stream()
            .collect(Collectors.toMap(Database::id, Function.identity()));
  }

  public Map<UUID, SnapshotSchedule> schedules(List<Database> databases) {
    UUID orgId = databases.isEmpty() ? null : databases.get(0).orgId();
    Set<UUID> ids = databases.stream().map(Database::id).collect(Collectors.toSet());
    return orgId == null
        ? Map.of()
        : context.store().inTransaction(tx -> tx.schedules().ofDatabases(orgId, ids)).stream()
            .collect(Collectors.toMap(SnapshotSchedule::databaseId, Function.identity()));
  }

  public Database find(Actor actor, String name) {
    return context.store().inTransaction(tx -> DatabaseAccess.require(tx, actor, name));
  }

  public Optional<Database> find(Actor actor, UUID id) {
    return context
        .store()
        .inTransaction(
            tx ->
                tx.databases()
                    .find(actor.orgId(), id)
                    .filter(database -> !database.isDeleted())
                    .filter(database -> DatabaseAccess.mayUse(tx, actor, database)));
  }

  public boolean mayLogIn(Actor actor, Database database) {
    return context.store().inTransaction(tx -> DatabaseAccess.mayLogIn(tx, actor, database));
  }

  public Database require(Actor actor, UUID id) {
    return find(actor, id).orElseThrow(() -> ControlPlaneException.notFound("database", id));
  }

  public Database current(Database accepted) {
    return context
        .store()
        .inTransaction(tx -> tx.databases().find(accepted.orgId(), accepted.id()))
        .filter(database -> !database.isDeleted())
        .orElseGet(accepted::deletionRequested);
  }
}
