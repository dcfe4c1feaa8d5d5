package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Deletions;
import dev.goldenrod.control.Deletions.Deleted;
import java.util.List;
import java.util.UUID;

/** Deleted databases and goldens that can be restored. */
public record DeletedPages(Deletions deletions) {
  private static final String PATH = "/deleted";

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/deleted/{id}/restore", this::prepareRestoring)
        .get("/deleted/{id}/remove", this::confirmRemoval)
        .post("/deleted/{id}/restore", this::restore)
        .post("/deleted/{id}/remove", this::remove);
  }

  private Html list(Visit visit) {
    List<Deleted> deleted = deletions.list(visit.actor());
    return new Html("deleted", "Deleted")
        .with("deleted", Slice.of(visit, deleted))
        .with("self", visit.target());
  }

  private Html prepareRestoring(Visit visit) {
    Deleted deleted = find(visit);
    return new Html("restore", "Restore " + deleted.name()).with("deleted", deleted);
  }

  private Html confirmRemoval(Visit visit) {
    Deleted deleted = find(visit);
    return new Html("confirm", "Remove " + deleted.name())
        .with(
            "question", "Remove the " + deleted.kind().wireName() + " " + deleted.name() + " now?")
        .with("consequence", "Its data is lost at once and cannot be restored.")
        .with("action", "/deleted/" + deleted.id() + "/remove")
        .with("button", "Remove it now")
        .with("back", PATH);
  }

  private Deleted find(Visit visit) {
    UUID id = visit.id();
    return deletions.list(visit.actor()).stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow(() -> ControlPlaneException.notFound("deleted resource", id));
  }

  private Answer restore(Visit visit) {
    Deletions.Restored restored = deletions.restore(visit.actor(), visit.id(), visit.field("name"));
    return Answer.goTo(
        switch (restored.kind()) {
          case DATABASE -> "/databases/" + restored.name();
          case GOLDEN -> "/goldens/" + restored.id();
        },
        "The %s %s has been restored.".formatted(restored.kind().wireName(), restored.name()));
  }

  private Answer remove(Visit visit) {
    Deleted deleted = find(visit);
    deletions.delete(visit.actor(), deleted.id());
    return Answer.goTo(
        PATH, "The %s %s is being removed.".formatted(deleted.kind().wireName(), deleted.name()));
  }
}
