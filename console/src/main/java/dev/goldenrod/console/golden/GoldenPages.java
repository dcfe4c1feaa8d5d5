package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Lists;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Page;
import dev.goldenrod.database.Database;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Goldens and their versions. */
public record GoldenPages(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/goldens", this::list)
        .get("/goldens/new", this::register)
        .get("/goldens/{id}", this::show)
        .picture("/goldens/{id}/versions.svg", this::draw)
        .get("/goldens/{id}/delete", this::confirmDeletion);
  }

  /**
   * A golden as the list shows it.
   *
   * @param age of its newest version; empty if there is none
   */
  public record Row(GoldenSummary summary, String age) {}

  private Html list(Visit visit) {
    Page<GoldenSummary> page = control.goldens().list(visit.actor(), Lists.page(visit));
    List<UUID> ids = page.rows().stream().map(one -> one.golden().id()).toList();
    Map<UUID, GoldenVersion> newest = control.goldens().newestVersions(visit.actor(), ids);
    return new Html("goldens", "Goldens")
        .with("goldens", page.rows().stream().map(one -> row(one, newest)).toList())
        .with("self", visit.target())
        .with("more", page.nextCursor().orElse(""));
  }

  private Row row(GoldenSummary summary, Map<UUID, GoldenVersion> newest) {
    GoldenVersion version = newest.get(summary.golden().id());
    return new Row(
        summary, version == null ? "" : Durations.since(version.createdAt(), control.now()));
  }

  private Html register(Visit visit) {
    visit.actor().requireOperator();
    return new Html("golden-new", "Register a version")
        .with("choice", SnapshotChoice.of(control, visit))
        .with("name", visit.query("name").orElse(""))
        .with("substrate", visit.query("substrate").orElse(""));
  }

  private Html show(Visit visit) {
    GoldenView view = GoldenView.read(control, visit.actor(), visit.id());
    return new Html("golden", view.golden().name())
        .with("view", view)
        .with("versions", Slice.of(visit, view.versions()))
        .with("self", visit.target());
  }

  private Html draw(Visit visit) {
    GoldenView view = GoldenView.read(control, visit.actor(), visit.id());
    return new Html("golden-file", view.golden().name() + "-versions").with("view", view);
  }

  /** Names what has to be deleted first, what is deleted with the golden, and what stays. */
  private Html confirmDeletion(Visit visit) {
    visit.actor().requireOperator();
    UUID id = visit.id();
    GoldenView view = GoldenView.read(control, visit.actor(), id);
    return new Html("golden-delete", "Delete " + view.golden().name())
        .with("view", view)
        .with("imports", imports(visit, id))
        .with("pools", pools(visit, id))
        .with("databases", databases(visit, id));
  }

  private List<ImportView> imports(Visit visit, UUID id) {
    return control.imports().ofGolden(visit.actor(), id).stream()
        .filter(job -> job.phase() != ImportPhase.FAILED)
        .map(job -> ImportView.of(control, job, control.now()))
        .toList();
  }

  private List<PoolView> pools(Visit visit, UUID id) {
    return control.pools().list(visit.actor()).stream()
        .filter(state -> state.pool().goldenId().equals(id))
        .map(state -> PoolView.of(control, state))
        .toList();
  }

  private List<Database> databases(Visit visit, UUID id) {
    return control.databases().list(visit.actor()).stream()
        .filter(database -> isMadeOf(database.ancestry().golden(), id))
        .toList();
  }

  private static boolean isMadeOf(@Nullable GoldenRef golden, UUID id) {
    return golden != null && golden.goldenId().equals(id);
  }
}
