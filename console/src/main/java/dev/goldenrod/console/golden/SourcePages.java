package dev.goldenrod.console.golden;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Problem;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceCheck;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The databases that goldens are imported from, to be looked at. Operators only. */
public record SourcePages(ControlPlane control) {
  static final String PATH = "/sources";
  private static final String SOME_NAME = "NAME";

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/sources/new", this::register)
        .get("/sources/{id}", visit -> show(visit, find(control, visit), null, null))
        .getLater("/sources/{id}/check", this::check)
        .get("/sources/{id}/edit", this::edit)
        .get("/sources/{id}/delete", this::confirmDeletion);
  }

  private Html list(Visit visit) {
    visit.actor().requireOperator();
    List<SourceRow> rows =
        control.sources().list(visit.actor()).stream().map(SourceRow::of).toList();
    return new Html("sources", "Sources").with("sources", Slice.of(visit, rows));
  }

  private Html register(Visit visit) {
    return form(visit, "Register a source", SourceForm.EMPTY, PATH);
  }

  private Html edit(Visit visit) {
    Source source = find(control, visit);
    String title = "Change " + SourceRow.of(source).label();
    return form(visit, title, SourceForm.of(source), path(source.id()) + "/replace");
  }

  private Html form(Visit visit, String title, SourceForm form, String action) {
    return new Html("source-new", title)
        .with("title", title)
        .with("form", form)
        .with("action", action)
        .with("places", control.sourcePasswords().places(visit.actor(), SOME_NAME));
  }

  /**
   * Shows a source and the result of a check, if there was one.
   *
   * @param check null unless the source could be read
   * @param problem null unless the source could not be read
   */
  private Html show(
      Visit visit, Source source, @Nullable SourceCheck check, @Nullable Problem problem) {
    SourceRow row = SourceRow.of(source);
    return new Html("source", row.label())
        .with("source", row)
        .with("encryption", SourceForm.of(source).encryption())
        .with("isMasked", !control.masking().versions(visit.actor(), source.id()).isEmpty())
        .with("places", control.sourcePasswords().places(visit.actor(), row.secret()))
        .with("check", check)
        .with("problem", problem);
  }

  private CompletableFuture<Html> check(Visit visit) {
    Source source = find(control, visit);
    return control
        .sources()
        .check(visit.actor(), source.id())
        .handle(
            (check, failure) ->
                failure == null
                    ? show(visit, source, check, null)
                    : show(visit, source, null, Problem.of("check of a source", failure)));
  }

  private Html confirmDeletion(Visit visit) {
    Source source = find(control, visit);
    int running = control.imports().runningOfSource(visit.actor(), source.id()).size();
    return new Html("confirm", "Delete a source")
        .with("question", "Delete the source " + SourceRow.of(source).label() + "?")
        .with("consequence", consequence(running))
        .with("action", path(source.id()) + "/delete")
        .with("button", "Delete the source")
        .with("back", path(source.id()));
  }

  private static String consequence(int running) {
    return running > 0
        ? "Imports that still read from this source: %d. The deletion is refused until they end."
            .formatted(running)
        : "Nothing can be imported from the source any more. Goldens that were imported from it stay,"
            + " and so does the secret with its password.";
  }

  static String path(UUID id) {
    return PATH + "/" + id;
  }

  /** Returns the source that the path names. Operators only. */
  static Source find(ControlPlane control, Visit visit) {
    visit.actor().requireOperator();
    return control.sources().find(visit.actor(), visit.id());
  }

  /** Returns the names of the clusters to choose from. Operators only. */
  static List<String> clusters(ControlPlane control, Visit visit) {
    return control.clusters().list(visit.actor()).stream().map(Cluster::name).toList();
  }
}
