package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.reconcile.DataPlanes;
import dev.goldenrod.reconcile.DatabaseRemoval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Snapshots of databases. Permissions are those for the database. */
public final class Snapshots {
  private final ControlContext context;
  private final DatabaseAccess access;
  private final DatabaseCaps caps;
  private final KeyedCommands<DatabaseSnapshot> keyed;

  /**
   * A snapshot to take.
   *
   * @param name for people, 1 to 255 characters
   * @param description for people, 4096 characters at most; may be empty
   */
  public record Take(String name, String description) {
    public Take {
      ResourceTextValidator.requireSnapshotName(name);
      ResourceTextValidator.requireDescription(description);
    }
  }

  Snapshots(ControlContext context, Supplier<Caps> caps) {
    this.context = context;
    this.caps = new DatabaseCaps(caps);
    this.access = new DatabaseAccess(context);
    this.keyed = context.keyed(DatabaseSnapshot::id, this::require);
  }

  /** Accepts a snapshot of everything committed to the database so far, within the limits. */
  public DatabaseSnapshot take(Actor actor, String database, Take command) {
    return take(actor, database, command, Idempotency.none());
  }

  /** Like {@link #take(Actor, String, Take)}, once per idempotency key. */
  public DatabaseSnapshot take(
      Actor actor, String database, Take command, Idempotency<DatabaseSnapshot> idempotency) {
    return keyed.once(
        actor,
        idempotency,
        List.of("snapshot", database, command),
        key -> {
          requireSpace(actor, database);
          DatabaseSnapshot snapshot =
              context.change(actor, key, tx -> take(tx, actor, database, command));
          context.loop().enqueue(snapshot.id());
          return snapshot;
        });
  }

  private DatabaseSnapshot take(Transaction tx, Actor actor, String database, Take command) {
    Database of = DatabaseAccess.requireHasRun(DatabaseAccess.require(tx, actor, database));
    caps.requireRoomForSnapshot(tx, of.orgId(), of.ownerId());
    DatabaseSnapshot accepted =
        new ClusterSelection(context)
            .withOfflineMessage(
                tx,
                DatabaseSnapshot.accepted(
                    context.newId(), of, command.name(), command.description(), context.now()));
    tx.databases().insertSnapshot(accepted);
    access.schedule(tx, accepted);
    access.auditSnapshot(tx, actor, accepted, "created");
    return accepted;
  }

  private void requireSpace(Actor actor, String database) {
    Database of =
        context.read(
            tx -> DatabaseAccess.requireHasRun(DatabaseAccess.require(tx, actor, database)));
    access.requireSpace(of.clusterId());
  }

  /** Returns the snapshots of the database, oldest first. */
  public List<DatabaseSnapshot> list(Actor actor, String database) {
    return context.read(
        tx ->
            tx.databases()
                .snapshotsOf(actor.orgId(), DatabaseAccess.require(tx, actor, database).id()));
  }

  /** Returns a page of the snapshots of the database, oldest first. */
  public Page<DatabaseSnapshot> list(Actor actor, String database, PageRequest page) {
    return context.read(
        tx -> {
          UUID of = DatabaseAccess.require(tx, actor, database).id();
          return page.read(
              "snapshots",
              (after, limit) -> tx.databases().pageOfSnapshots(actor.orgId(), of, after, limit),
              snapshot -> true);
        });
  }

  /** Checks that the snapshot exists, and that the actor may use it. */
  public void requireExists(Actor actor, UUID id) {
    context.store().useTransaction(tx -> DatabaseAccess.requireSnapshot(tx, actor, id));
  }

  /** Returns the snapshot if the actor may use it. */
  public Optional<DatabaseSnapshot> find(Actor actor, UUID id) {
    return context
        .read(
            tx ->
                DatabaseAccess.find(tx, actor, id)
                    .filter(found -> DatabaseAccess.mayUse(tx, actor, found.database())))
        .map(DatabaseAccess.SnapshotWithDatabase::snapshot);
  }

  private DatabaseSnapshot require(Actor actor, UUID id) {
    return find(actor, id).orElseThrow(() -> ControlPlaneException.notFound("snapshot", id));
  }

  /**
   * Returns the snapshot once it is ready or failed, or its message says that its data plane is
   * offline, or as it is at the timeout.
   */
  public CompletableFuture<DatabaseSnapshot> awaitTaken(
      DatabaseSnapshot accepted, Duration atMost) {
    return context
        .loop()
        .changeNotifier()
        .await(
            accepted.id(),
            () -> current(accepted),
            one -> one.phase() != Phase.CREATING || one.message().equals(DataPlanes.OFFLINE),
            atMost);
  }

  /** Returns the snapshot as it is now; if gone, as it was accepted and being deleted. */
  public DatabaseSnapshot current(DatabaseSnapshot accepted) {
    return context
        .read(tx -> tx.databases().findSnapshot(accepted.orgId(), accepted.id()))
        .orElseGet(accepted::deletionRequested);
  }

  /**
   * Accepts the deletion of the snapshot; databases created from it are kept. Refused while a
   * golden needs the snapshot.
   */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("delete", id),
        tx -> {
          DatabaseSnapshot named = DatabaseAccess.requireSnapshot(tx, actor, id).snapshot();
          RegisteredSnapshots.requireUnneeded(tx, actor.orgId(), List.of(named));
          DatabaseRemoval.begin(tx, actor.orgId(), id, context.now())
              .ifPresent(snapshot -> access.auditSnapshot(tx, actor, snapshot, "deleted"));
          return List.of(id);
        });
  }
}
