package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.RunningDatabases;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Implements changes of databases as {@code Databases} documents them. */
record DatabaseChanges(
    ControlContext context, DatabaseAccess access, ImageCheckLimiter imageChecks) {
  Database start(Actor actor, String name, Idempotency<Database> idempotency) {
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

  Database stop(Actor actor, String name, Idempotency<Database> idempotency) {
    return change(
        actor,
        name,
        idempotency,
        "stopped",
        one -> one.goal() == Goal.STOPPED ? one : one.stopRequested());
  }

  Database restart(Actor actor, String name, Idempotency<Database> idempotency) {
    return change(
        actor,
        name,
        idempotency,
        "restarted",
        one -> one.phase() == DatabasePhase.RESTARTING ? one : one.restartRequested());
  }

  /** The data plane gets the upgrade request first, because the restart carries it out. */
  Database upgradeImage(
      Actor actor, String name, boolean reindex, Idempotency<Database> idempotency) {
    Database seen = context.read(tx -> DatabaseAccess.require(tx, actor, name));
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
    return context.callDataPlane(
        database.clusterId(),
        plane -> isUpgradeDue(plane.databases(), database, reindex),
        why -> notUpgraded(database, why));
  }

  private static boolean isUpgradeDue(
      RunningDatabases databases, Database database, boolean reindex) {
    if (databases.observe(database.id()).state() != DatabaseState.READY) {
      throw notUpgraded(database, "its server is not running; try again when it is");
    }
    return databases.upgradeImage(database.id(), reindex);
  }

  private static ControlPlaneException notUpgraded(Database database, String why) {
    return ControlPlaneException.conflictBecause(
        "the image of database '%s' was not upgraded: %s".formatted(database.name(), why));
  }

  Database update(
      Actor actor, String name, DatabaseUpdate update, Idempotency<Database> idempotency) {
    requireSpace(actor, name, update);
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database database = DatabaseAccess.requirePresent(DatabaseAccess.lock(tx, actor, name));
          Database next = update.appliedTo(database);
          if (!next.equals(database)) {
            tx.databases().update(next);
            access.schedule(tx, next);
            access.audit(tx, actor, next, "updated", DatabaseUpdate.auditMetadata(database, next));
          }
          return next;
        });
  }

  private void requireSpace(Actor actor, String name, DatabaseUpdate update) {
    Database seen = context.read(tx -> DatabaseAccess.require(tx, actor, name));
    if (update.growsStorage(seen)) {
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

  /**
   * Limits checks of database images, which occupy a request thread for up to half a minute each:
   * one per database, and few in all. Thread-safe.
   */
  static final class ImageCheckLimiter {
    private static final int MAX_CONCURRENT = 8;

    private final Set<UUID> running = new HashSet<>();

    <T> T run(Database database, Supplier<T> check) {
      begin(database);
      try {
        return check.get();
      } finally {
        end(database);
      }
    }

    private synchronized void begin(Database database) {
      if (running.contains(database.id())) {
        throw notUpgraded(database, "another request is checking its image; try again in a minute");
      }
      if (running.size() == MAX_CONCURRENT) {
        throw notUpgraded(
            database,
            "the images of %d other databases are being checked; try again in a minute"
                .formatted(MAX_CONCURRENT));
      }
      running.add(database.id());
    }

    private synchronized void end(Database database) {
      running.remove(database.id());
    }
  }
}
