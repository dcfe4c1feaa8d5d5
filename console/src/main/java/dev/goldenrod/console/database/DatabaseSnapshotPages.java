package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Shown;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.SnapshotSchedules;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.SnapshotSchedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshots of databases, and their schedules. */
public record DatabaseSnapshotPages(ControlPlane control) {
  private static final String SNAPSHOTS = "/databases/{name}/snapshots";
  private static final String SCHEDULE = "/databases/{name}/snapshot-schedule";

  public void addTo(PageTable pages) {
    pages
        .post(SNAPSHOTS, this::take)
        .get(SNAPSHOTS + "/{id}/branch", this::showBranchForm)
        .post(SNAPSHOTS + "/{id}/branch", this::branch)
        .get(SNAPSHOTS + "/{id}/delete", this::confirmDeletion)
        .post(SNAPSHOTS + "/{id}/delete", this::delete)
        .post(SCHEDULE, this::setSchedule)
        .post(SCHEDULE + "/delete", this::removeSchedule);
  }

  private Answer take(Visit visit) {
    Snapshots.Take command = new Snapshots.Take(visit.field("name"), visit.field("description"));
    String database = FormTarget.of(control, visit).name();
    control.snapshots().take(visit.actor(), database, command, visit.once());
    return backToDatabase(visit, "Snapshot " + command.name() + " is being taken.");
  }

  private Html showBranchForm(Visit visit) {
    DatabaseSnapshot snapshot = snapshot(control, visit);
    return new Html("snapshot-branch", "Branch from " + snapshot.name())
        .with("snapshot", snapshot)
        .with("database", visit.path("name"));
  }

  private Answer branch(Visit visit) {
    Databases.Branch command =
        new Databases.Branch(visit.field("name"), visit.field("description"));
    DatabaseSnapshot snapshot = snapshot(control, visit);
    return DatabaseForms.shown(
        control.databases().branch(visit.actor(), snapshot.id(), command, visit.once()),
        "Branch %s of snapshot %s is being created.".formatted(command.name(), snapshot.name()));
  }

  private Html confirmDeletion(Visit visit) {
    DatabaseSnapshot snapshot = snapshot(control, visit);
    String back = "/databases/" + visit.path("name");
    return new Html("confirm", "Delete " + snapshot.name())
        .with("question", "Delete the snapshot " + snapshot.name() + "?")
        .with(
            "consequence",
            "The data of that moment is lost. The database, and branches made from the snapshot,"
                + " stay as they are.")
        .with("action", back + "/snapshots/" + snapshot.id() + "/delete")
        .with("button", "Delete the snapshot")
        .with("back", back);
  }

  private Answer delete(Visit visit) {
    DatabaseSnapshot snapshot = snapshot(control, visit);
    control.snapshots().delete(visit.actor(), snapshot.id());
    return backToDatabase(visit, "Deletion of snapshot " + snapshot.name() + " has begun.");
  }

  /** Returns the snapshot of the path; throws "not found" if it is of another database. */
  static DatabaseSnapshot snapshot(ControlPlane control, Visit visit) {
    Database database = control.databases().find(visit.actor(), visit.path("name"));
    return control
        .snapshots()
        .find(visit.actor(), visit.id())
        .filter(one -> one.databaseId().equals(database.id()))
        .orElseThrow(() -> ControlPlaneException.notFound("snapshot", visit.id()));
  }

  private Answer setSchedule(Visit visit) {
    SnapshotSchedules.Put command =
        SnapshotSchedules.Put.of(visit.field("cron"), visit.number("keep", 0));
    control.snapshotSchedules().put(visit.actor(), scheduled(visit).name(), command);
    return backToDatabase(visit, "The snapshot schedule has been saved.");
  }

  /** Returns the database of a form that shows the present schedule. */
  private Database scheduled(Visit visit) {
    Database database = FormTarget.of(control, visit);
    SnapshotSchedule present = control.databases().schedules(List.of(database)).get(database.id());
    Shown.requirePresent(
        visit, "the schedule of database '" + database.name() + "'", settings(present));
    return database;
  }

  /** Returns the settings that the forms of the schedule show; null stands for no schedule. */
  public static String settings(@Nullable SnapshotSchedule schedule) {
    return schedule == null
        ? Shown.of()
        : Shown.of(schedule.cron().toString(), String.valueOf(schedule.keep()));
  }

  private Answer removeSchedule(Visit visit) {
    control.snapshotSchedules().delete(visit.actor(), scheduled(visit).name());
    return backToDatabase(visit, "The snapshot schedule has been removed.");
  }

  private static Answer backToDatabase(Visit visit, String confirmation) {
    return Answer.goTo("/databases/" + visit.path("name"), confirmation);
  }
}
