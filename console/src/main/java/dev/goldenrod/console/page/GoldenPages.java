package dev.goldenrod.console.page;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Page;
import dev.goldenrod.golden.GoldenSummary;
import java.util.UUID;

/** Goldens and their versions. */
public record GoldenPages(Goldens goldens) {
  public void addTo(PageTable pages) {
    pages.get("/goldens", this::list).get("/goldens/{id}", this::show);
  }

  private Html list(Visit visit) {
    Page<GoldenSummary> page = goldens.list(visit.actor(), Lists.page(visit));
    return new Html("goldens", "Goldens")
        .with("goldens", page.rows())
        .with("more", page.nextCursor().orElse(""));
  }

  private Html show(Visit visit) {
    UUID id = visit.id();
    GoldenSummary golden =
        goldens.list(visit.actor()).stream()
            .filter(one -> one.golden().id().equals(id))
            .findFirst()
            .orElseThrow(() -> ControlPlaneException.notFound("golden", id));
    return new Html("golden", golden.golden().name())
        .with("golden", golden)
        .with("versions", goldens.versions(visit.actor(), id));
  }
}
