package dev.goldenrod.console.golden;

import dev.goldenrod.console.clone.CloneForms;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.GoldenChoice;
import dev.goldenrod.console.page.Shown;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Pools;
import dev.goldenrod.pool.Pool;
import java.util.List;

/** Pools of clones that are made before they are launched. Operators only. */
public record PoolPages(ControlPlane control) {
  private static final String PATH = "/pools";

  public void addTo(PageTable pages) {
    pages
        .get(PATH, this::list)
        .get("/pools/new", this::prepare)
        .get("/pools/{id}", this::show)
        .get("/pools/{id}/delete", this::confirmDeletion)
        .post(PATH, this::create)
        .post("/pools/{id}/number", this::resize)
        .post("/pools/{id}/delete", this::delete);
  }

  private Html list(Visit visit) {
    List<PoolView> pools =
        control.pools().list(visit.actor()).stream()
            .map(state -> PoolView.of(control, state))
            .toList();
    return new Html("pools", "Pools")
        .with("pools", Slice.of(visit, pools))
        .with("self", visit.target());
  }

  private Html prepare(Visit visit) {
    List<String> clusters = SourcePages.clusters(control, visit);
    GoldenChoice goldens = GoldenChoice.of(control, visit);
    return new Html("pool-new", "Create a pool")
        .with("goldens", goldens)
        .with("versions", goldens.versions(control, visit.actor()))
        .with("most", Pool.MAX_TARGET)
        .with("clusters", clusters);
  }

  private Html show(Visit visit) {
    PoolView view = find(visit);
    return new Html("pool", "Pool of " + view.state().pool().golden())
        .with("view", view)
        .with("most", Pool.MAX_TARGET);
  }

  private Html confirmDeletion(Visit visit) {
    PoolView view = find(visit);
    return new Html("confirm", "Delete a pool")
        .with("question", "Delete the pool of " + view.title() + "?")
        .with(
            "consequence",
            "Its %d ready clones are deleted. Clones that members have launched stay; later launches"
                    .formatted(view.state().ready())
                + " wait until a clone is made for them.")
        .with("action", view.path() + "/delete")
        .with("button", "Delete the pool")
        .with("back", view.path());
  }

  private Answer create(Visit visit) {
    Pools.Create command =
        new Pools.Create(
            visit.field("golden"),
            visit.number("version", 0),
            CloneForms.size(visit),
            visit.number("target", 0),
            visit.field("cluster"));
    Pool pool = control.pools().create(visit.actor(), command, visit.once()).pool();
    return Answer.goTo(
        PATH + "/" + pool.id(), "The pool of " + pool.golden() + " has been created.");
  }

  private Answer resize(Visit visit) {
    PoolView view = find(visit);
    Shown.requirePresent(visit, "the pool of " + view.title(), view.settings());
    Pool pool = control.pools().resize(visit.actor(), visit.id(), visit.number("target", 0)).pool();
    return Answer.goTo(
        view.path(),
        "The pool of %s now keeps %d clones ready.".formatted(pool.golden(), pool.target()));
  }

  private Answer delete(Visit visit) {
    String golden = find(visit).state().pool().golden();
    control.pools().delete(visit.actor(), visit.id());
    return Answer.goTo(PATH, "The pool of " + golden + " has been deleted.");
  }

  private PoolView find(Visit visit) {
    return PoolView.of(control, control.pools().find(visit.actor(), visit.id()));
  }
}
