package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Sources;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The databases that goldens are imported from. Operators only. */
public record SourcePages(ControlPlane control) {
  private static final String PATH = "/sources";
  private static final List<String> TEXTS = List.of("host", "dbname", "username", "sslmode");

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/sources/new", this::register)
        .get("/sources/{id}/delete", this::confirmDeletion)
        .post(PATH, this::create)
        .post("/sources/{id}/delete", this::delete);
  }

  private Html list(Visit visit) {
    visit.actor().requireOperator();
    List<SourceRow> rows =
        control.sources().list(visit.actor()).stream().map(SourceRow::of).toList();
    return new Html("sources", "Sources").with("sources", Slice.of(visit, rows));
  }

  private Html register(Visit visit) {
    return new Html("source-new", "Register a source").with("clusters", clusters(control, visit));
  }

  private Html confirmDeletion(Visit visit) {
    UUID id = visit.id();
    String label = SourceRow.of(require(visit, id)).label();
    int running = control.imports().runningOfSource(visit.actor(), id).size();
    return new Html("confirm", "Delete a source")
        .with("question", "Delete the source " + label + "?")
        .with("consequence", consequence(running))
        .with("action", "/sources/" + id + "/delete")
        .with("button", "Delete the source")
        .with("back", PATH);
  }

  private static String consequence(int running) {
    return running > 0
        ? "Imports that still read from this source: %d. The deletion is refused until they end."
            .formatted(running)
        : "Nothing can be imported from the source any more. Goldens that were imported from it stay,"
            + " and so does the secret with its password.";
  }

  private Source require(Visit visit, UUID id) {
    visit.actor().requireOperator();
    return control.sources().list(visit.actor()).stream()
        .filter(source -> source.id().equals(id))
        .findFirst()
        .orElseThrow(() -> ControlPlaneException.notFound("source", id));
  }

  private Answer create(Visit visit) {
    SourceKind kind =
        SourceKind.parse(visit.field("kind"))
            .orElseThrow(() -> ControlPlaneException.invalid("kind", "must be rds or s3"));
    Sources.Create command = new Sources.Create(kind, config(visit), visit.field("secret"));
    control
        .sources()
        .create(
            visit.actor(),
            command
                .inCluster(visit.field("cluster"))
                .requiringMasking(visit.isChecked("sensitive")),
            visit.once());
    return Answer.goTo(PATH, "The source has been added.");
  }

  private static Map<String, @Nullable Object> config(Visit visit) {
    Map<String, @Nullable Object> config = new LinkedHashMap<>();
    for (String key : TEXTS) {
      if (!visit.field(key).isEmpty()) {
        config.put(key, visit.field(key));
      }
    }
    if (!visit.field("port").isEmpty()) {
      config.put("port", visit.number("port", 0));
    }
    return config;
  }

  private Answer delete(Visit visit) {
    control.sources().delete(visit.actor(), visit.id());
    return Answer.goTo(PATH, "The source has been deleted.");
  }

  /** Returns the names of the clusters to choose from. Operators only. */
  static List<String> clusters(ControlPlane control, Visit visit) {
    return control.clusters().list(visit.actor()).stream().map(Cluster::name).toList();
  }
}
