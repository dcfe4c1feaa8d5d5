package dev.goldenrod.console.overview;

import dev.goldenrod.console.figure.LaunchChart;
import dev.goldenrod.console.figure.LaunchFigures;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.GoldenChoice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Engines;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The first page: what there is, what failed, and the first steps while there is nothing. */
public record OverviewPage(ControlPlane control, LaunchFigures launches) {
  public void addTo(PageTable pages) {
    pages.get("/", this::show).picture("/launches.svg", this::chart);
  }

  private Html show(Visit visit) {
    Actor actor = visit.actor();
    Overview overview = Overview.of(control, actor);
    // The engines are asked of all clusters, so not for each refresh of the figures.
    boolean showsSteps = overview.isNew() && visit.query("part").isEmpty();
    boolean needsForms = showsSteps && actor.role().includes(Role.USER);
    return new Html("overview", "Overview")
        .with("overview", overview)
        .with("showsSteps", showsSteps)
        .with("failures", Failure.newest(control, actor, overview))
        .with("data", actor.isOperator() ? control.statistics().dataBytes() : null)
        .with("planes", actor.isOperator() ? control.statistics().dataPlanes() : List.of())
        .with("chart", new LaunchChart(actor.isOperator() ? launches.lastHour() : List.of()))
        .with("engines", needsForms ? engines(actor) : List.of())
        .with(
            "places",
            needsForms && actor.isOperator()
                ? control.sourcePasswords().places(actor, "NAME")
                : List.of())
        .with("goldens", needsForms ? GoldenChoice.of(control, visit) : GoldenChoice.none());
  }

  /** Returns the engines that can run, PostgreSQL and the newest versions first. */
  private List<String> engines(Actor actor) {
    List<EngineVersion> versions =
        new ArrayList<>(
            control.engines().list(actor).stream()
                .map(Engines.Entry::version)
                .filter(EngineVersion::isAvailable)
                .toList());
    Collections.reverse(versions);
    return versions.stream()
        .sorted(Comparator.comparing(EngineVersion::type).reversed())
        .map(version -> version.type() + " " + version.version())
        .distinct()
        .toList();
  }

  private Html chart(Visit visit) {
    visit.actor().requireOperator();
    return new Html("launches", "launches").with("chart", new LaunchChart(launches.lastHour()));
  }
}
