package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Ancestry;
import dev.goldenrod.database.Database.Template;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.UUID;

/** Accepts databases and branches within the organisation's cap. */
record DatabaseCreator(ControlContext context, DatabaseAccess access, int maxPerOrg) {
  /** A branch of the parent, in the caller's transaction. */
  Database branch(
      Transaction tx, Actor actor, Database parent, Databases.Branch command, Ancestry ancestry) {
    Template of = parent.template();
    Template template = new Template(of.type(), of.version(), of.config(), command.description());
    return insert(tx, actor, command.name(), parent.clusterId(), template, ancestry, "branched");
  }

  /** Accepts the database within the cap, in the caller's transaction. */
  Database insert(
      Transaction tx,
      Actor actor,
      String name,
      UUID clusterId,
      Template template,
      Ancestry ancestry,
      String action) {
    if (tx.databases().findByName(actor.orgId(), name).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.DATABASE_NAME_TAKEN, "database name '" + name + "' is in use");
    }
    requireQuota(tx, actor);
    Database database =
        Database.accepted(
            context.newId(),
            actor.orgId(),
            actor.userId(),
            clusterId,
            name,
            template,
            ancestry,
            context.now());
    tx.databases().insert(database);
    access.schedule(tx, database);
    access.audit(tx, actor, database, action);
    return database;
  }

  private void requireQuota(Transaction tx, Actor actor) {
    long present =
        tx.databases().list(actor.orgId()).stream().filter(DatabaseAccess::isPresent).count();
    if (present >= maxPerOrg) {
      throw ControlPlaneException.of(
          ErrorCode.DATABASE_QUOTA_EXCEEDED,
          "the organisation has %d databases, branches included, and may have %d; delete one"
              .formatted(present, maxPerOrg));
    }
  }
}
