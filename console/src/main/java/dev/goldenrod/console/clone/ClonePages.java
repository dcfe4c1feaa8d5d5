package dev.goldenrod.console.clone;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.GoldenChoice;
import dev.goldenrod.console.page.Owners;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.instance.Instance;
import java.util.List;
import java.util.UUID;

/** Clones, to be looked at. */
public record ClonePages(ControlPlane control) {
  private static final int MOST_SUGGESTED = 50;

  public void addTo(PageTable pages) {
    pages
        .get("/clones", this::list)
        .get("/clones/new", this::launch)
        .get("/clones/{id}", this::show);
  }

  /** A clone as the list shows it; the owner is empty for members who are no operators. */
  public record Row(Instance instance, String owner) {
    public String name() {
      return CloneView.name(instance);
    }
  }

  private Html list(Visit visit) {
    CloneSearch search = CloneSearch.of(visit);
    List<Instance> all = control.instances().list(visit.actor());
    Owners owners = Owners.read(control.members(), visit.actor());
    List<Row> found =
        all.stream()
            .filter(search::matches)
            .map(one -> new Row(one, owners.name(one.ownerId())))
            .toList();
    return new Html("clones", "Clones")
        .with("clones", Slice.of(visit, found))
        .with("search", search)
        .with("counts", search.counts(all))
        .with("goldens", goldens(all))
        .with("self", visit.target());
  }

  private static List<String> goldens(List<Instance> clones) {
    return clones.stream()
        .map(one -> one.spec().golden().name())
        .distinct()
        .sorted()
        .limit(MOST_SUGGESTED)
        .toList();
  }

  /** Without a golden in the query the form offers goldens; with one, its versions. */
  private Html launch(Visit visit) {
    visit.actor().requireChange();
    GoldenChoice goldens = GoldenChoice.of(control, visit);
    List<Integer> versions = goldens.versions(control, visit.actor());
    String version = visit.query("version").orElse("");
    return new Html("clone-new", "Launch a clone")
        .with("goldens", goldens)
        .with("share", control.quotas().usage(visit.actor()).clones())
        .with("versions", versions)
        .with("version", version)
        .with("isVersionKnown", goldens.isOpen() || isAmong(versions, version));
  }

  private static boolean isAmong(List<Integer> versions, String asked) {
    return asked.isEmpty() || versions.stream().map(String::valueOf).anyMatch(asked::equals);
  }

  private Html show(Visit visit) {
    Instance clone = control.instances().find(visit.actor(), visit.id());
    CloneView view =
        new CloneView(
            clone,
            clone.ownerId().equals(visit.actor().userId()),
            Owners.read(control.members(), visit.actor()).name(clone.ownerId()),
            control.clusters().name(clone.orgId(), clone.clusterId()).orElse(""),
            control.goldens().isMasked(visit.actor(), clone.spec().golden()),
            newer(visit, clone),
            control.now());
    return new Html("clone", view.name()).with("view", view);
  }

  private int newer(Visit visit, Instance clone) {
    UUID golden = clone.spec().golden().goldenId();
    GoldenVersion newest =
        control.goldens().newestVersions(visit.actor(), List.of(golden)).get(golden);
    return newest == null || newest.number() <= clone.spec().golden().version()
        ? 0
        : newest.number();
  }
}
