package dev.goldenrod.console.database;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;

/** The pages that say what a change of a database interrupts, and ask for it. */
public record DatabaseQuestions(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/databases/{name}/stop", this::stop)
        .get("/databases/{name}/restart", this::restart)
        .get("/databases/{name}/reset-password", this::resetPassword);
  }

  private Html stop(Visit visit) {
    return question(visit, "stop", "Stop", "Stop")
        .with(
            "consequence",
            "All connections to it end, and clients cannot connect until it is started again."
                + " Transactions that are not committed are lost; its data, snapshots and address"
                + " stay.");
  }

  private Html restart(Visit visit) {
    return question(visit, "restart", "Restart", "Restart")
        .with(
            "consequence",
            "All connections to it end, and clients can connect again after some seconds."
                + " Transactions that are not committed are lost; its data and address stay.");
  }

  private Html resetPassword(Visit visit) {
    return question(visit, "reset-password", "Reset the password of", "Reset the password")
        .with(
            "consequence",
            "Programs that use the present password can no longer log in. Open connections stay"
                + " open. The new password is shown once.");
  }

  private Html question(Visit visit, String change, String verb, String button) {
    visit.actor().requireChange();
    Database database = control.databases().find(visit.actor(), visit.path("name"));
    String path = "/databases/" + database.name();
    return new Html("confirm", verb + " " + database.name())
        .with("question", verb + " " + database.name() + "?")
        .with("action", path + "/" + change)
        .with("databaseId", database.id())
        .with("button", button)
        .with("back", path);
  }
}
