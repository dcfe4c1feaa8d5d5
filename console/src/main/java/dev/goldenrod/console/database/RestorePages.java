package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;

/** Restores a database to a snapshot in two steps: a branch of the snapshot, and its promotion. */
public record RestorePages(ControlPlane control) {
  private static final String RESTORE = "/databases/{name}/snapshots/{id}/restore";
  private static final String SUFFIX = "-restored";
  private static final int LONGEST_NAME = 63;

  public void addTo(PageTable pages) {
    pages
        .get(RESTORE, this::explain)
        .post(RESTORE, this::begin)
        .get("/databases/{name}/restore", this::showProgress);
  }

  private Html explain(Visit visit) {
    visit.actor().requireChange();
    DatabaseSnapshot snapshot = DatabaseSnapshotPages.snapshot(control, visit);
    String database = visit.path("name");
    return new Html("snapshot-restore", "Restore " + database + " to " + snapshot.name())
        .with("snapshot", snapshot)
        .with("database", database)
        .with("branch", branchName(database));
  }

  private static String branchName(String database) {
    int length = Math.min(database.length(), LONGEST_NAME - SUFFIX.length());
    return database.substring(0, length) + SUFFIX;
  }

  private Answer begin(Visit visit) {
    DatabaseSnapshot snapshot = DatabaseSnapshotPages.snapshot(control, visit);
    Databases.Branch command = new Databases.Branch(visit.field("name"), "");
    Database branch =
        control.databases().branch(visit.actor(), snapshot.id(), command, visit.once());
    return Answer.goTo(
        "/databases/" + branch.name() + "/restore",
        "Branch %s of snapshot %s is being created.".formatted(branch.name(), snapshot.name()));
  }

  private Html showProgress(Visit visit) {
    Database branch = control.databases().find(visit.actor(), visit.path("name"));
    Database parent =
        new DatabaseRows(control)
            .parent(branch)
            .orElseThrow(
                () ->
                    ControlPlaneException.conflictBecause(
                        "database '%s' has no parent that it could take the place of"
                            .formatted(branch.name())));
    return new Html("restore-progress", "Restore " + parent.name())
        .with("branch", branch)
        .with("parent", parent.name())
        .with("isRunning", branch.phase() == DatabasePhase.RUNNING);
  }
}
