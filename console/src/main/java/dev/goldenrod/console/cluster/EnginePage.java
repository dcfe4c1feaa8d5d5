package dev.goldenrod.console.cluster;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Queries;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Engines;
import java.util.Comparator;
import java.util.List;

/** The engine versions that databases can have. */
public record EnginePage(Engines engines) {
  public void addTo(PageTable pages) {
    pages.get("/engines", this::show);
  }

  private Html show(Visit visit) {
    String cluster = visit.query("cluster").orElse("");
    List<Engines.Entry> entries =
        engines.list(visit.actor()).stream()
            .filter(entry -> cluster.isEmpty() || entry.cluster().equals(cluster))
            .sorted(Comparator.comparing(entry -> !entry.version().isAvailable()))
            .toList();
    String query = cluster.isEmpty() ? "" : "?cluster=" + Queries.encoded(cluster);
    return new Html("engines", "Engines")
        .with("engines", Slice.of(visit, entries))
        .with("cluster", cluster)
        .with("path", "/engines" + query);
  }
}
