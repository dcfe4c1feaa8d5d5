package dev.goldenrod.console.overview;

import dev.goldenrod.console.overview.StateCounts.Count;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Statistics.StoreFigures;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a member may see, in numbers.
 *
 * @param goldens the number of goldens
 * @param hasVersions whether one of them has a version to clone
 */
public record Overview(
    StateCounts databases,
    StateCounts clones,
    StateCounts imports,
    int goldens,
    boolean hasVersions) {
  private static final String DATABASE = "database";
  private static final String CLONE = "clone";

  static Overview of(ControlPlane control, Actor actor) {
    List<GoldenSummary> goldens = control.goldens().list(actor);
    return actor.isOperator()
        ? ofAll(control.statistics().store(), goldens)
        : ofOwn(control, actor, goldens);
  }

  /** An operator sees everything, which the store counts faster than it lists. */
  private static Overview ofAll(StoreFigures store, List<GoldenSummary> goldens) {
    return new Overview(
        databases(
            store.databases().stream().map(one -> new Count(one.phase().wireName(), one.count()))),
        clones(
            store.instances().stream()
                .filter(one -> !one.warm())
                .map(one -> new Count(one.phase().wireName(), one.count()))),
        imports(
            store.imports().stream().map(one -> new Count(one.phase().wireName(), one.count()))),
        goldens.size(),
        hasVersions(goldens));
  }

  private static Overview ofOwn(ControlPlane control, Actor actor, List<GoldenSummary> goldens) {
    return new Overview(
        databases(
            control.databases().list(actor).stream()
                .map(one -> new Count(one.phase().wireName(), 1))),
        clones(
            control.instances().list(actor).stream()
                .map(one -> new Count(one.phase().wireName(), 1))),
        imports(Stream.empty()),
        goldens.size(),
        hasVersions(goldens));
  }

  private static boolean hasVersions(List<GoldenSummary> goldens) {
    return goldens.stream().anyMatch(golden -> golden.latestVersion() > 0);
  }

  private static StateCounts databases(Stream<Count> counts) {
    return StateCounts.of(DATABASE, "/databases", counts);
  }

  private static StateCounts clones(Stream<Count> counts) {
    return StateCounts.of(CLONE, "/clones", counts);
  }

  private static StateCounts imports(Stream<Count> counts) {
    return StateCounts.of("import", "/imports", counts);
  }

  /** Returns the kinds that there is something of, databases and clones always. */
  public List<StateCounts> kinds() {
    return imports.total() == 0 ? List.of(databases, clones) : List.of(databases, clones, imports);
  }

  /** Returns whether the member has neither a database nor a clone yet. */
  public boolean isNew() {
    return databases.total() == 0 && clones.total() == 0;
  }
}
