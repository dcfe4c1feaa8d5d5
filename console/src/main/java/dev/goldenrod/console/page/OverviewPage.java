package dev.goldenrod.console.page;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.util.List;

/** The first page: what there is, and the first steps while there is nothing. */
public record OverviewPage(ControlPlane control) {
  /** Numbers of what the member may see. */
  public record Overview(int clones, long readyClones, int goldens) {
    public boolean isNew() {
      return clones == 0;
    }
  }

  public void addTo(PageTable pages) {
    pages.get("/", this::show);
  }

  private Html show(Visit visit) {
    List<Instance> clones = control.instances().list(visit.actor());
    long ready = clones.stream().filter(one -> one.phase() == InstancePhase.READY).count();
    int goldens = control.goldens().list(visit.actor()).size();
    return new Html("overview", "Overview")
        .with("overview", new Overview(clones.size(), ready, goldens));
  }
}
