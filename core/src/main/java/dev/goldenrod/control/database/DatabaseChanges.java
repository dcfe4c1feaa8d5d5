package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.RunningDatabases;
import java.util.function.UnaryOperator;

/** Implements changes of databases as {@code Databases} documents them. */
public record DatabaseChanges(
    ControlContext context, DatabaseAccess access, ImageCheckLimiter imageChecks) {
  public Database start(Actor actor, String name, Idempotency<Database> idempotency) {
    return change(
        actor,
        name,
        idempotency,
        "started",
        one ->
            one.goal() == Goal.RUNNING && one.phase() != DatabasePhase.FAILED
                ? one
                : one.startRequested());
  }

  public Database stop(Actor actor, String name, Idempotency<Database> idempotency) {
    return change(
        actor,
        name,
        idempotency,
        "stopped",
        one -> one.goal() == Goal.STOPPED ? one : one.stopRequested());
  }

  public Database restart(Actor actor, String name, Idempotency<Database> idempotency) {
    return change(
        actor,
        name,
        idempotency,
        "restarted",
        one -> one.phase() == DatabasePhase.RESTARTING ? one : one.restartRequested());
  }

  /** The data plane gets the upgrade request first, because the restart carries it out. */
  public Database upgradeImage(
      Actor actor, String name, boolean reindex, Idempotency<Database> idempotency) {
    Database seen = context.store().inTransaction(tx -> DatabaseAccess.require(tx, actor, name));
    actor.requireChange();
    boolean isRestartDue = imageChecks.run(seen, () -> isUpgradeDue(seen, reindex));
    return change(
        actor,
        name,
        idempotency,
        "image.upgraded",
        one ->
            isRestartDue && one.id().equals(seen.id()) && one.goal() == Goal.RUNNING
                ? one.restartRequested()
                : one);
  }

  private boolean isUpgradeDue(Database database, boolean reindex) {
    if (database.phase() != DatabasePhase.RUNNING) {
      throw notUpgraded(
          database,
          "it is %s; its image can be upgraded only while it is running"
              .formatted(database.phase().wireName()));
    }
    try {
      return context
          .loop()
          .dataPlanes()
          .call(database.clusterId(), plane -> isUpgradeDue(plane.databases(), database, reindex))
          .orElseThrow(() -> ControlPlaneException.offline(database.clusterId()));
    } catch (DataPlaneUnreachableException e) {
      throw ControlPlaneException.of(
          ErrorCode.DATA_PLANE_UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (DataPlaneOfflineException e) {
      throw ControlPlaneException.offline(database.clusterId());
    } catch (DataPlaneException e) {
      throw notUpgraded(database, String.valueOf(e.getMessage()));
    }
  }

  private static boolean isUpgradeDue(
      RunningDatabases databases, Database database, boolean reindex) {
    if (databases.observe(database.id()).state() != DatabaseState.READY) {
      throw notUpgraded(database, "its server is not running; try again when it is");
    }
    return databases.upgradeImage(database.id(), reindex);
  }

  static ControlPlaneException notUpgraded(Database database, String why) {
    return ControlPlaneException.conflictBecause(
        "the image of database '%s' was not upgraded: %s".formatted(database.name(), why));
  }

  public Database update(
      Actor actor, String name, DatabaseRevision revision, Idempotency<Database> idempotency) {
    requireSpace(actor, name, revision);
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database database = DatabaseAccess.requirePresent(DatabaseAccess.lock(tx, actor, name));
          Database next = revision.appliedTo(database);
          if (!next.equals(database)) {
            tx.databases().update(next);
            access.schedule(tx, next);
            access.audit(
                tx, actor, next, "updated", DatabaseRevision.auditMetadata(database, next));
          }
          return next;
        });
  }

  private void requireSpace(Actor actor, String name, DatabaseRevision revision) {
    Database seen = context.store().inTransaction(tx -> DatabaseAccess.require(tx, actor, name));
    if (revision.growsStorage(seen)) {
      access.requireSpace(seen.clusterId());
    }
  }

  private Database change(
      Actor actor,
      String name,
      Idempotency<Database> idempotency,
      String action,
      UnaryOperator<Database> step) {
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database database = DatabaseAccess.requirePresent(DatabaseAccess.lock(tx, actor, name));
          Database changed = step.apply(database);
          if (changed.equals(database)) {
            return database;
          }
          Database next = access.withOfflineMessage(tx, changed);
          tx.databases().update(next);
          access.schedule(tx, next);
          access.audit(tx, actor, next, action);
          return next;
        });
  }
}
