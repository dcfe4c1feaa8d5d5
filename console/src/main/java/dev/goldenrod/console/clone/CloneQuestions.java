package dev.goldenrod.console.clone;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.Instance;

/** The pages that say what a change of a clone will lose, and ask for it. */
public record CloneQuestions(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/clones/{id}/reset", this::reset)
        .get("/clones/{id}/refresh", this::refresh)
        .get("/clones/{id}/password", this::password)
        .get("/clones/{id}/delete", this::delete);
  }

  private Html reset(Visit visit) {
    Instance clone = find(visit);
    return question(clone, "reset", "Reset")
        .with(
            "consequence",
            "It returns to the data of %s, version %d. All that was written since is lost, and open connections end."
                .formatted(clone.spec().golden().name(), clone.spec().golden().version()))
        .with("button", "Reset the clone");
  }

  private Html refresh(Visit visit) {
    Instance clone = find(visit);
    return question(clone, "refresh", "Refresh")
        .with(
            "consequence",
            "It gets the data of the newest version of %s in place of version %d. All that was written to the clone is lost, and open connections end."
                .formatted(clone.spec().golden().name(), clone.spec().golden().version()))
        .with("button", "Refresh the clone");
  }

  private Html password(Visit visit) {
    return question(find(visit), "password", "Reset the password of")
        .with(
            "consequence",
            "Programs that use the present password cannot sign in any more; connections that are open stay. The data stays. The new password is shown once.")
        .with("button", "Reset the password");
  }

  private Html delete(Visit visit) {
    return question(find(visit), "delete", "Delete")
        .with(
            "consequence",
            "All its data is lost, and open connections end. It cannot be restored. The golden that it was made of stays.")
        .with("button", "Delete the clone");
  }

  private static Html question(Instance clone, String change, String verb) {
    String path = "/clones/" + clone.id();
    String name = CloneView.name(clone);
    return new Html("confirm", verb + " " + name)
        .with("question", verb + " " + name + "?")
        .with("action", path + "/" + change)
        .with("back", path);
  }

  private Instance find(Visit visit) {
    visit.actor().requireChange();
    return control.instances().find(visit.actor(), visit.id());
  }
}
