package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Snapshots of databases: what they held at one moment. Owned as their databases are. */
public final class Snapshots {
  private final ControlContext context;
  private final DatabaseAccess access;

  /**
   * A snapshot to take.
   *
   * @param name for people
   * @param description for people; may be empty
   */
  public record Take(String name, String description) {
    /** Refuses an empty name. */
    public Take {
      Objects.requireNonNull(description);
      if (name.isBlank()) {
        throw ControlPlaneException.invalidBecause("name must not be empty");
      }
    }
  }

  Snapshots(ControlContext context) {
    this.context = context;
    this.access = new DatabaseAccess(context);
  }

  /** Accepts a snapshot of the database: all that was committed before is there. */
  public DatabaseSnapshot take(
      Actor actor, String database, Take command, IdempotencyKey<DatabaseSnapshot> key) {
    DatabaseSnapshot snapshot =
        context.change(
            actor,
            key,
            tx -> {
              Database of = DatabaseAccess.requireMade(DatabaseAccess.require(tx, actor, database));
              DatabaseSnapshot accepted =
                  DatabaseSnapshot.accepted(
                      context.newId(), of, command.name(), command.description(), context.now());
              tx.databases().insertSnapshot(accepted);
              access.schedule(tx, accepted);
              access.auditSnapshot(tx, actor, accepted, "created");
              return accepted;
            });
    context.loop().enqueue(snapshot.id());
    return snapshot;
  }

  /** The snapshots of the database, oldest first. */
  public List<DatabaseSnapshot> list(Actor actor, String database) {
    return context
        .store()
        .inTransaction(
            tx ->
                tx.databases()
                    .snapshotsOf(actor.orgId(), DatabaseAccess.require(tx, actor, database).id()));
  }

  /** Accepts the deletion of the snapshot; databases made of it live on. */
  public void delete(Actor actor, UUID id) {
    context.change(
        actor,
        tx -> {
          DatabaseSnapshot snapshot = DatabaseAccess.requireSnapshot(tx, actor, id);
          if (snapshot.phase() != DatabaseSnapshot.Phase.DELETING) {
            delete(access, tx, snapshot);
            access.auditSnapshot(tx, actor, snapshot, "deleted");
          }
          return id;
        });
    context.loop().enqueue(id);
  }

  /** Marks a snapshot for deletion, in the caller's transaction. */
  static UUID delete(DatabaseAccess access, Transaction tx, DatabaseSnapshot snapshot) {
    tx.databases().updateSnapshot(snapshot.deletionRequested());
    access.schedule(tx, snapshot);
    return snapshot.id();
  }
}
