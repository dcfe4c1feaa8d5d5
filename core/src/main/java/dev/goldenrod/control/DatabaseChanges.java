package dev.goldenrod.control;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.member.Actor;
import java.util.function.UnaryOperator;

/** Has databases run or stop; {@link Databases} promises how. */
record DatabaseChanges(ControlContext context, DatabaseAccess access) {
  Database start(Actor actor, String name, IdempotencyKey<Database> key) {
    return change(
        actor,
        name,
        key,
        "started",
        one ->
            one.goal() == Goal.RUNNING && one.phase() != DatabasePhase.FAILED
                ? one
                : one.startRequested());
  }

  Database stop(Actor actor, String name, IdempotencyKey<Database> key) {
    return change(
        actor, name, key, "stopped", one -> one.goal() == Goal.STOPPED ? one : one.stopRequested());
  }

  Database restart(Actor actor, String name, IdempotencyKey<Database> key) {
    return change(
        actor,
        name,
        key,
        "restarted",
        one -> one.phase() == DatabasePhase.RESTARTING ? one : one.restartRequested());
  }

  Database update(Actor actor, String name, DatabaseUpdate command, IdempotencyKey<Database> key) {
    requireSpace(actor, name, command);
    return context.change(
        actor,
        key,
        tx -> {
          Database database = DatabaseAccess.requirePresent(DatabaseAccess.lock(tx, actor, name));
          Database next = command.appliedTo(database);
          if (!next.equals(database)) {
            tx.databases().update(next);
            access.schedule(tx, next);
            access.audit(tx, actor, next, "updated", DatabaseUpdate.auditMetadata(database, next));
          }
          return next;
        });
  }

  private void requireSpace(Actor actor, String name, DatabaseUpdate command) {
    Database seen = context.store().inTransaction(tx -> DatabaseAccess.require(tx, actor, name));
    if (command.growsStorage(seen)) {
      access.requireSpace(seen.clusterId());
    }
  }

  private Database change(
      Actor actor,
      String name,
      IdempotencyKey<Database> key,
      String action,
      UnaryOperator<Database> step) {
    return context.change(
        actor,
        key,
        tx -> {
          Database database = DatabaseAccess.requirePresent(DatabaseAccess.lock(tx, actor, name));
          Database next = step.apply(database);
          if (!next.equals(database)) {
            tx.databases().update(next);
            access.schedule(tx, next);
            access.audit(tx, actor, next, action);
          }
          return next;
        });
  }
}
