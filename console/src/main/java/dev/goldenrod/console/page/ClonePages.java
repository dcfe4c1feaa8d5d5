package dev.goldenrod.console.page;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Page;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.instance.Instance;
import java.util.List;

/** Clones, to be looked at. */
public record ClonePages(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/clones", this::list)
        .get("/clones/new", this::launch)
        .get("/clones/{id}", this::show)
        .get("/clones/{id}/delete", this::confirmDeletion);
  }

  private Html list(Visit visit) {
    Page<Instance> page = control.instances().list(visit.actor(), Lists.page(visit));
    return new Html("clones", "Clones")
        .with("clones", page.rows())
        .with("more", page.nextCursor().orElse(""));
  }

  private Html launch(Visit visit) {
    List<GoldenSummary> goldens =
        control.goldens().list(visit.actor()).stream()
            .filter(golden -> golden.latestVersion() > 0)
            .toList();
    return new Html("clone-new", "Launch a clone")
        .with("goldens", goldens)
        .with("golden", visit.query("golden").orElse(""));
  }

  private Html show(Visit visit) {
    Instance clone = control.instances().find(visit.actor(), visit.id());
    return new Html("clone", name(clone))
        .with("clone", clone)
        .with("isOwn", clone.ownerId().equals(visit.actor().userId()));
  }

  private Html confirmDeletion(Visit visit) {
    Instance clone = control.instances().find(visit.actor(), visit.id());
    String path = "/clones/" + clone.id();
    return new Html("confirm", "Delete " + name(clone))
        .with("question", "Delete " + name(clone) + "?")
        .with("consequence", "Its data is lost. The golden that it was made of stays.")
        .with("action", path + "/delete")
        .with("button", "Delete the clone")
        .with("back", path);
  }

  static String name(Instance clone) {
    String name = clone.name();
    return name == null ? "Clone " + clone.id().toString().substring(0, 8) : name;
  }
}
