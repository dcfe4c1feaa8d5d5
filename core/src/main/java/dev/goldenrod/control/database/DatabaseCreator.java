package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.context.ClusterSelection;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.database.DatabaseAccess.Taken;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Template;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.UUID;

/** Accepts databases and branches within the caps. */
public record DatabaseCreator(ControlContext context, DatabaseAccess access, DatabaseCaps caps) {
  /** What a branch is called, and described as, and the cluster that its parent has to be in. */
  public record Label(String name, String description, String cluster) {}

  public Database create(
      Actor actor,
      String name,
      String asked,
      Template template,
      Idempotency<Database> idempotency) {
    Cluster cluster =
        context.store().inTransaction(tx -> new ClusterSelection(context).select(tx, actor, asked));
    new EngineCheck(context).requireAvailable(cluster, template.type(), template.version());
    access.requireSpace(cluster.id());
    return context.change(
        actor,
        idempotency,
        tx ->
            insert(
                tx, actor, actor.userId(), name, cluster.id(), template, Ancestry.NONE, "created"));
  }

  public Database branch(
      Actor actor, String database, Label label, Idempotency<Database> idempotency) {
    Database seen = context.store().inTransaction(tx -> requireHasRun(tx, actor, database, label));
    access.requireSpace(seen.clusterId());
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database parent = requireHasRun(tx, actor, database, label);
          return branch(tx, actor, parent, label, Ancestry.branchOf(parent.id()));
        });
  }

  private static Database requireHasRun(Transaction tx, Actor actor, String name, Label label) {
    Database parent = DatabaseAccess.require(tx, actor, name);
    requireCluster(tx, parent, label);
    return DatabaseAccess.requireHasRun(parent);
  }

  private static void requireCluster(Transaction tx, Database parent, Label label) {
    ClusterSelection.requireHolder(
        tx,
        parent.orgId(),
        label.cluster(),
        parent.clusterId(),
        "a branch of database '" + parent.name() + "'");
  }

  public Database branch(
      Actor actor, UUID snapshotId, Label label, Idempotency<Database> idempotency) {
    Taken seen = context.store().inTransaction(tx -> requireReady(tx, actor, snapshotId, label));
    access.requireSpace(seen.of().clusterId());
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database parent = requireReady(tx, actor, snapshotId, label).of();
          Ancestry ancestry = Ancestry.branchOf(parent.id(), snapshotId);
          return branch(tx, actor, parent, label, ancestry);
        });
  }

  private static Taken requireReady(Transaction tx, Actor actor, UUID snapshotId, Label label) {
    Taken taken = DatabaseAccess.requireSnapshot(tx, actor, snapshotId);
    requireCluster(tx, taken.of(), label);
    DatabaseAccess.requireReady(taken.snapshot());
    return taken;
  }

  /**
   * A branch of the parent, in the caller's transaction. It belongs to the parent's owner, also
   * when an admin makes it: it lets in who knows the parent's password.
   */
  private Database branch(
      Transaction tx, Actor actor, Database parent, Label label, Ancestry ancestry) {
    Template of = parent.template();
    Template template = new Template(of.type(), of.version(), of.config(), label.description());
    return insert(
        tx,
        actor,
        parent.ownerId(),
        label.name(),
        parent.clusterId(),
        template,
        ancestry,
        "branched");
  }

  private Database insert(
      Transaction tx,
      Actor actor,
      UUID ownerId,
      String name,
      UUID clusterId,
      Template template,
      Ancestry ancestry,
      String action) {
    if (tx.databases().findByName(actor.orgId(), name).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.DATABASE_NAME_TAKEN, "database name '" + name + "' is in use");
    }
    caps.requireRoomForDatabase(tx, actor.orgId(), ownerId);
    Database accepted =
        Database.accepted(
            context.newId(),
            actor.orgId(),
            ownerId,
            clusterId,
            name,
            template,
            ancestry,
            context.now());
    Database database = access.orOffline(tx, accepted);
    tx.databases().insert(database);
    access.schedule(tx, database);
    access.audit(tx, actor, database, action);
    return database;
  }
}
