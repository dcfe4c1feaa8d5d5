package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Lists;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Page;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Imports, which build versions of goldens from sources. Operators only. */
public record ImportPages(ControlPlane control) {
  private static final String PATH = "/imports";
  private static final int MOST_SUGGESTED = 50;

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/imports/new", this::prepare)
        .get("/imports/{id}", this::show)
        .picture("/imports/{id}/phases.svg", this::draw)
        .get("/imports/{id}/cancel", this::confirmCancellation)
        .get("/imports/{id}/delete", this::confirmDeletion)
        .post(PATH, this::start)
        .post("/imports/{id}/cancel", this::cancel)
        .post("/imports/{id}/delete", this::delete);
  }

  private Html list(Visit visit) {
    Page<ImportJob> page = control.imports().list(visit.actor(), Lists.page(visit));
    return new Html("imports", "Imports")
        .with("imports", page.rows().stream().map(this::view).toList())
        .with("sources", sources(visit))
        .with("self", visit.target())
        .with("more", page.nextCursor().orElse(""));
  }

  private Map<UUID, String> sources(Visit visit) {
    Map<UUID, String> labels = new HashMap<>();
    control
        .sources()
        .list(visit.actor())
        .forEach(source -> labels.put(source.id(), SourceRow.of(source).label()));
    return labels;
  }

  private Html prepare(Visit visit) {
    List<String> clusters = SourcePages.clusters(control, visit);
    List<SourceRow> sources =
        control.sources().list(visit.actor()).stream()
            .map(SourceRow::of)
            .filter(SourceRow::isImportable)
            .toList();
    return new Html("import-new", "Start an import")
        .with("sources", sources)
        .with("source", visit.query("source").orElse(""))
        .with("golden", visit.query("golden").orElse(""))
        .with("goldens", goldens(visit))
        .with("clusters", clusters);
  }

  private List<String> goldens(Visit visit) {
    return control.goldens().list(visit.actor()).stream()
        .map(summary -> summary.golden())
        .filter(golden -> golden.substrate() == Substrate.POSTGRES)
        .map(Golden::name)
        .sorted()
        .limit(MOST_SUGGESTED)
        .toList();
  }

  private Html show(Visit visit) {
    ImportView view = find(visit);
    return new Html("import", "Import of " + view.title())
        .with("view", view)
        .with("source", source(visit, view.job()));
  }

  private Html draw(Visit visit) {
    ImportView view = find(visit);
    String name = "%s-version-%d-phases".formatted(view.job().golden(), view.job().version());
    return new Html("import-file", name).with("view", view);
  }

  private String source(Visit visit, ImportJob job) {
    return sources(visit).getOrDefault(job.sourceId(), "");
  }

  private Html confirmCancellation(Visit visit) {
    ImportView view = find(visit);
    return new Html("confirm", "Cancel an import")
        .with("question", "Cancel the import of " + view.title() + "?")
        .with(
            "consequence",
            "What was copied so far is deleted, and the number %d is free again. Other versions stay."
                .formatted(view.job().version()))
        .with("action", view.path() + "/cancel")
        .with("button", "Cancel the import")
        .with("back", view.path());
  }

  private Html confirmDeletion(Visit visit) {
    ImportView view = find(visit);
    return new Html("confirm", "Delete a record")
        .with("question", "Delete the record of the import of " + view.title() + "?")
        .with(
            "consequence",
            "Only the record with its warnings is lost. A version that the import built stays.")
        .with("action", view.path() + "/delete")
        .with("button", "Delete the record")
        .with("back", view.path());
  }

  private Answer start(Visit visit) {
    int major = visit.number("major", 0);
    Imports.Start command =
        new Imports.Start(
            sourceId(visit.field("source")),
            visit.field("golden"),
            major == 0 ? null : major,
            visit.field("cluster"));
    return Answer.goTo(
        PATH + "/" + control.imports().start(visit.actor(), command, visit.once()).id(),
        "The import of " + command.golden() + " has begun.");
  }

  private static UUID sourceId(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException malformed) {
      throw ControlPlaneException.invalid("source", "must be chosen");
    }
  }

  private Answer cancel(Visit visit) {
    return Answer.goTo(
        PATH + "/" + control.imports().cancel(visit.actor(), visit.id()).id(),
        "The import is being cancelled.");
  }

  private Answer delete(Visit visit) {
    control.imports().delete(visit.actor(), visit.id());
    return Answer.goTo(PATH, "The record of the import has been deleted.");
  }

  private ImportView find(Visit visit) {
    return view(control.imports().find(visit.actor(), visit.id()));
  }

  private ImportView view(ImportJob job) {
    return ImportView.of(control, job, control.now());
  }
}
