package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Cron;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The schedules of automatic snapshots. Permissions are those for the database. */
public final class SnapshotSchedules {
  private final ControlContext context;

  /**
   * A schedule in UTC.
   *
   * @param cron five fields, as in {@code 0 3 * * *}
   * @param keep how many snapshots to keep, 1 to {@link SnapshotSchedule#MOST_KEPT}
   */
  public record Put(Cron cron, int keep) {
    public Put {
      if (keep < 1 || keep > SnapshotSchedule.MOST_KEPT) {
        throw ControlPlaneException.invalidBecause(
            "keep", "%d must be 1 to %d".formatted(keep, SnapshotSchedule.MOST_KEPT));
      }
    }

    /** Parses the cron expression, or throws if it is invalid. */
    public static Put of(String cron, int keep) {
      try {
        return new Put(new Cron(cron), keep);
      } catch (IllegalArgumentException wrong) {
        throw ControlPlaneException.invalidBecause("cron", String.valueOf(wrong.getMessage()));
      }
    }
  }

  SnapshotSchedules(ControlContext context) {
    this.context = context;
  }

  /** Sets the schedule of the database, which starts with the next scheduled time. */
  public SnapshotSchedule put(Actor actor, String database, Put command) {
    SnapshotSchedule put = context.change(actor, tx -> put(tx, actor, database, command));
    context.loop().enqueue(put.id());
    return put;
  }

  private SnapshotSchedule put(Transaction tx, Actor actor, String name, Put command) {
    Database database = DatabaseAccess.requirePresent(DatabaseAccess.require(tx, actor, name));
    Optional<SnapshotSchedule> former = tx.schedules().ofDatabase(database.orgId(), database.id());
    SnapshotSchedule schedule =
        former
            .map(one -> one.changed(command.cron(), command.keep(), context.now()))
            .orElseGet(
                () ->
                    SnapshotSchedule.create(
                        context.newId(), database, command.cron(), command.keep(), context.now()));
    if (former.isPresent()) {
      tx.schedules().update(schedule);
    } else {
      tx.schedules().insert(schedule);
    }
    context.schedule(
        tx, WorkKind.SNAPSHOT_SCHEDULE, schedule.orgId(), schedule.id(), database.clusterId());
    audit(tx, actor, database, "scheduled", schedule);
    return schedule;
  }

  /** Returns the schedule of the database, or throws if there is none. */
  public SnapshotSchedule get(Actor actor, String database) {
    return context.read(tx -> require(tx, actor, database));
  }

  /** Deletes the schedule of the database; its snapshots are kept like others. */
  public void delete(Actor actor, String database) {
    delete(actor, database, Idempotency.none());
  }

  /** Like {@link #delete(Actor, String)}, once per idempotency key. */
  public void delete(Actor actor, String database, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("unschedule", database),
        tx -> {
          SnapshotSchedule schedule = require(tx, actor, database);
          tx.schedules().delete(schedule.orgId(), schedule.id());
          Database of = DatabaseAccess.require(tx, actor, database);
          audit(tx, actor, of, "unscheduled", schedule);
          return List.of();
        });
  }

  private static SnapshotSchedule require(Transaction tx, Actor actor, String name) {
    Database database = DatabaseAccess.require(tx, actor, name);
    return tx.schedules()
        .ofDatabase(database.orgId(), database.id())
        .orElseThrow(() -> ControlPlaneException.notFound("snapshot schedule of database", name));
  }

  private void audit(
      Transaction tx, Actor actor, Database database, String action, SnapshotSchedule schedule) {
    context.audit(
        tx,
        actor,
        "database." + action,
        "database",
        database.id(),
        Map.of(
            "name", database.name(), "cron", schedule.cron().toString(), "keep", schedule.keep()));
  }
}
