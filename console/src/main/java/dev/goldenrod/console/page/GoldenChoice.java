package dev.goldenrod.console.page;

import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.member.Actor;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The goldens with a ready version that a form offers: one that the query names, or the first ones
 * that a search finds.
 *
 * @param asked the name in the query; empty if it names none
 * @param chosen the golden of that name, if there is one
 * @param search a part of the names to find; empty for all
 * @param offered the first goldens that the search finds, by name
 * @param found the number of goldens that the search finds
 * @param total the number of goldens
 */
public record GoldenChoice(
    String asked,
    Optional<GoldenSummary> chosen,
    String search,
    List<GoldenSummary> offered,
    int found,
    int total) {
  private static final int MOST_OFFERED = 50;

  /** Reads the goldens that the member may use, the one of {@code golden}, and those of q. */
  public static GoldenChoice of(ControlPlane control, Visit visit) {
    List<GoldenSummary> all =
        control.goldens().list(visit.actor()).stream()
            .filter(one -> one.latestVersion() > 0)
            .sorted(Comparator.comparing(GoldenChoice::name))
            .toList();
    String asked = visit.query("golden").orElse("");
    String search = visit.query("q").orElse("").strip();
    String part = search.toLowerCase(Locale.ROOT);
    List<GoldenSummary> found = all.stream().filter(one -> name(one).contains(part)).toList();
    return new GoldenChoice(
        asked,
        all.stream().filter(one -> name(one).equals(asked)).findFirst(),
        search,
        found.subList(0, Math.min(found.size(), MOST_OFFERED)),
        found.size(),
        all.size());
  }

  /** Returns a choice of a form that offers no goldens. */
  public static GoldenChoice none() {
    return new GoldenChoice("", Optional.empty(), "", List.of(), 0, 0);
  }

  /** Returns the ready versions of the chosen golden, newest first; empty if none is chosen. */
  public List<Integer> versions(ControlPlane control, Actor actor) {
    return chosen
        .map(one -> control.goldens().versions(actor, one.golden().id()))
        .orElse(List.of())
        .stream()
        .filter(GoldenVersion::isReady)
        .map(GoldenVersion::number)
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private static String name(GoldenSummary golden) {
    return golden.golden().name();
  }

  /** Returns whether the query names a golden that the member cannot use. */
  public boolean isUnknown() {
    return !asked.isEmpty() && chosen.isEmpty();
  }

  /** Returns whether a golden is still to be chosen. */
  public boolean isOpen() {
    return chosen.isEmpty();
  }

  /** Returns whether there are too many goldens to offer all of them. */
  public boolean needsSearch() {
    return total > MOST_OFFERED;
  }

  /** Returns which goldens the form offers. */
  public String text() {
    if (found == 0) {
      return "No golden has a name that contains this text.";
    }
    return found > offered.size()
        ? "The form offers the first %d of %d goldens.".formatted(offered.size(), found)
        : "The form offers %s.".formatted(Counts.of(found, "golden"));
  }
}
