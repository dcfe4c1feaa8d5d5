package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.console.branch.FamilyTree;
import dev.goldenrod.console.branch.SchemaDiff;
import dev.goldenrod.console.branch.TreeDrawing;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.DatabaseFamily;
import dev.goldenrod.database.Database;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The tree of a database and its branches, the difference of a branch, and its promotion. */
public record BranchPages(ControlPlane control) {
  private static final int DRAWN_DATABASES = 200;
  private static final Map<String, Integer> PERCENT_BY_SIZE =
      Map.of("small", 75, "medium", 100, "large", 150);

  public void addTo(PageTable pages) {
    pages
        .get("/databases/{name}/tree", this::showTree)
        .picture("/databases/{name}/tree.svg", this::treeFile)
        .getLater("/databases/{name}/changes", this::showChanges)
        .getLater("/databases/{name}/promote", this::confirmPromotion)
        .post("/databases/{name}/promote", this::promote);
  }

  private Html showTree(Visit visit) {
    String name = visit.path("name");
    DatabaseFamily family = control.databases().family(visit.actor(), name);
    FamilyTree tree = FamilyTree.of(family, name, DRAWN_DATABASES);
    String size = visit.query("size").filter(PERCENT_BY_SIZE::containsKey).orElse("medium");
    return new Html("database-tree", "Tree of " + family.root().name())
        .with("target", visit.target())
        .with("name", name)
        .with("tree", tree)
        .with("drawing", TreeDrawing.of(tree.root()))
        .with("size", size)
        .with("percent", PERCENT_BY_SIZE.get(size));
  }

  private Html treeFile(Visit visit) {
    DatabaseFamily family = control.databases().family(visit.actor(), visit.path("name"));
    FamilyTree tree = FamilyTree.of(family, "", Integer.MAX_VALUE);
    return new Html("treefile", family.root().name() + "-tree")
        .with("drawing", TreeDrawing.of(tree.root()));
  }

  private CompletableFuture<Html> showChanges(Visit visit) {
    Database branch = control.databases().find(visit.actor(), visit.path("name"));
    String parent = parent(branch);
    return control
        .schemas()
        .changes(visit.actor(), branch.name())
        .thenApply(
            script ->
                new Html("database-changes", "Changes of " + branch.name())
                    .with("name", branch.name())
                    .with("parent", parent)
                    .with("diff", SchemaDiff.parse(script))
                    .with("script", script));
  }

  private String parent(Database branch) {
    return new DatabaseRows(control).parent(branch).map(Database::name).orElse("");
  }

  private CompletableFuture<Html> confirmPromotion(Visit visit) {
    Database branch = control.databases().find(visit.actor(), visit.path("name"));
    if (!branch.hasParent()) {
      throw ControlPlaneException.of(
          ErrorCode.NOT_A_BRANCH, "database '" + branch.name() + "' has no parent");
    }
    Html page =
        new Html("database-promote", "Promote " + branch.name())
            .with("branch", branch)
            .with("parent", parent(branch));
    return changes(visit, branch)
        .thenApply(SchemaDiff::parse)
        .thenApply(diff -> page.with("diff", diff).with("unknown", ""))
        .exceptionally(failure -> page.with("diff", null).with("unknown", reason(failure)));
  }

  private CompletableFuture<String> changes(Visit visit, Database branch) {
    try {
      return control.schemas().changes(visit.actor(), branch.name());
    } catch (ControlPlaneException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Returns why the schemas cannot be compared, which does not prevent a promotion. */
  private static String reason(Throwable failure) {
    if (failure instanceof ControlPlaneException refused) {
      return String.valueOf(refused.getMessage());
    }
    Throwable cause = failure.getCause();
    if (failure instanceof CompletionException && cause != null) {
      return reason(cause);
    }
    throw new CompletionException(failure);
  }

  private Answer promote(Visit visit) {
    Database branch = FormTarget.of(control, visit);
    if (!visit.field("parent_id").equals(String.valueOf(branch.ancestry().parentId()))) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' has another parent than this form showed; open the page again"
              .formatted(branch.name()));
    }
    Database promoted = control.databases().promote(visit.actor(), branch.name());
    return DatabaseForms.shown(
        promoted, "Promotion of %s to %s has begun.".formatted(branch.name(), promoted.name()));
  }
}
