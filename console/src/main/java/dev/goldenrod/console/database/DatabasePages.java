package dev.goldenrod.console.database;

import dev.goldenrod.console.html.EngineNames;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.GoldenChoice;
import dev.goldenrod.console.page.Lists;
import dev.goldenrod.console.page.Queries;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.DatabaseFamily;
import dev.goldenrod.control.Engines;
import dev.goldenrod.control.Page;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.golden.GoldenRef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/** Databases and branches, to be looked at. */
public record DatabasePages(ControlPlane control) {
  /** No name begins with a hyphen, so this path is no database's. */
  private static final String NEW = "/databases/-/new";

  private static final int MOST_BRANCHES = 50;

  /**
   * An engine version that clusters can run.
   *
   * @param value of the form's field
   */
  public record Choice(String value, String text) {}

  public void addTo(PageTable pages) {
    pages
        .get("/databases", this::list)
        .get(NEW, this::create)
        .get("/databases/{name}", this::show)
        .get("/databases/{name}/delete", this::confirmDeletion)
        .get("/databases/{name}/branch", visit -> form(visit, "database-branch", "Branch "))
        .get(
            "/databases/{name}/snapshot",
            visit -> form(visit, "snapshot-new", "Take a snapshot of "));
  }

  private Html list(Visit visit) {
    Html list =
        new Html("databases", "Databases")
            .with("target", visit.target())
            .with("search", visit.query("q").orElse(""));
    return visit.query("q").map(text -> found(list, visit, text)).orElseGet(() -> all(list, visit));
  }

  private Html all(Html list, Visit visit) {
    Page<Database> page = control.databases().list(visit.actor(), Lists.page(visit));
    return list.with("databases", rows(visit, page.rows()))
        .with("more", page.nextCursor().map(cursor -> "/databases?cursor=" + cursor).orElse(""));
  }

  private Html found(Html list, Visit visit, String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    List<Database> found =
        control.databases().list(visit.actor()).stream()
            .filter(one -> one.name().contains(wanted))
            .toList();
    Slice<Database> slice = Slice.of(visit, found);
    String next = "/databases?q=" + Queries.encoded(text) + "&page=" + (slice.number() + 1);
    return list.with("databases", rows(visit, slice.rows()))
        .with("more", slice.hasNext() ? next : "");
  }

  private List<DatabaseRows.Row> rows(Visit visit, List<Database> databases) {
    return new DatabaseRows(control).of(visit, databases);
  }

  private Html create(Visit visit) {
    List<Engines.Entry> available =
        control.engines().list(visit.actor()).stream()
            .filter(entry -> entry.version().isAvailable())
            .filter(entry -> DatabaseType.parse(entry.version().type()).isPresent())
            .toList();
    return new Html("database-new", "New database")
        .with("engines", choices(available))
        .with("clusters", available.stream().map(Engines.Entry::cluster).distinct().toList())
        .with("goldens", GoldenChoice.of(control, visit))
        .with("share", control.quotas().usage(visit.actor()).databases())
        .with("path", NEW);
  }

  /** Returns the newest version of each engine first. */
  private static List<Choice> choices(List<Engines.Entry> available) {
    List<EngineVersion> newestFirst =
        new ArrayList<>(available.stream().map(Engines.Entry::version).toList());
    Collections.reverse(newestFirst);
    newestFirst.sort(Comparator.comparing(one -> DatabaseType.parse(one.type()).orElseThrow()));
    return newestFirst.stream()
        .map(
            one ->
                new Choice(
                    one.type() + " " + one.version(),
                    EngineNames.of(one.type()) + " " + one.version()))
        .distinct()
        .toList();
  }

  /** Returns a size of memory or storage with its unit, such as {@code 512 MiB} for 512m. */
  public static String size(String wireName) {
    return wireName.replace("m", " MiB").replace("g", " GiB");
  }

  private Html show(Visit visit) {
    Database database = control.databases().find(visit.actor(), visit.path("name"));
    List<DatabaseSnapshot> newestFirst =
        new ArrayList<>(control.snapshots().list(visit.actor(), database.name()));
    Collections.reverse(newestFirst);
    List<Database> branches = control.databases().branches(visit.actor(), database.name());
    return new Html("database", database.name())
        .with("target", visit.target())
        .with("row", rows(visit, List.of(database)).get(0))
        .with("golden", golden(database))
        .with("mayLogIn", control.databases().mayLogIn(visit.actor(), database))
        .with("branches", branches.subList(0, Math.min(branches.size(), MOST_BRANCHES)))
        .with("moreBranches", Math.max(0, branches.size() - MOST_BRANCHES))
        .with("schedule", control.databases().schedules(List.of(database)).get(database.id()))
        .with("snapshots", Slice.of(visit, newestFirst));
  }

  private static String golden(Database database) {
    GoldenRef golden = database.ancestry().golden();
    return golden == null ? "" : golden.name() + ", version " + golden.version();
  }

  private Html form(Visit visit, String template, String title) {
    visit.actor().requireChange();
    Database database = control.databases().find(visit.actor(), visit.path("name"));
    return new Html(template, title + database.name()).with("database", database);
  }

  private Html confirmDeletion(Visit visit) {
    DatabaseFamily family = control.databases().family(visit.actor(), visit.path("name"));
    Database database = named(family, visit.path("name"));
    long snapshots =
        family.snapshots().stream().filter(one -> one.databaseId().equals(database.id())).count();
    return new Html("database-delete", "Delete " + database.name())
        .with("database", database)
        .with("snapshots", snapshots)
        .with("branches", descendants(family, database));
  }

  private static Database named(DatabaseFamily family, String name) {
    return family.databases().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<Database> descendants(DatabaseFamily family, Database database) {
    Set<UUID> above = new HashSet<>(Set.of(database.id()));
    return family.databases().stream()
        .filter(
            one -> {
              UUID parent = one.ancestry().parentId();
              return parent != null && above.contains(parent) && above.add(one.id());
            })
        .filter(Database::isPresent)
        .toList();
  }
}
