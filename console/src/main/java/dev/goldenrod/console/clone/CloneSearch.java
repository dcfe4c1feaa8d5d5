package dev.goldenrod.console.clone;

import dev.goldenrod.console.session.Visit;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the list of clones is searched for; empty texts match all clones.
 *
 * @param name a part of the name, or the beginning of the id
 * @param golden the name of the golden
 * @param state the name of the phase
 */
public record CloneSearch(String name, String golden, String state) {
  private static final String PATH = "/clones";

  /** The number of clones in one state. */
  public record Count(String state, long clones, String path) {}

  static CloneSearch of(Visit visit) {
    return new CloneSearch(
        visit.query("name").orElse("").strip().toLowerCase(Locale.ROOT),
        visit.query("golden").orElse(""),
        visit.query("state").orElse(""));
  }

  boolean matches(Instance clone) {
    return matchesAllButState(clone) && (state.isEmpty() || clone.phase().wireName().equals(state));
  }

  private boolean matchesAllButState(Instance clone) {
    String own = clone.name();
    boolean isNamed = own != null && own.contains(name) || clone.id().toString().startsWith(name);
    return isNamed && (golden.isEmpty() || clone.spec().golden().name().equals(golden));
  }

  /** Returns the states that occur among the clones, whatever state is searched for. */
  List<Count> counts(List<Instance> clones) {
    return Arrays.stream(InstancePhase.values())
        .map(phase -> count(clones, phase))
        .filter(count -> count.clones() > 0)
        .toList();
  }

  private Count count(List<Instance> clones, InstancePhase phase) {
    long number =
        clones.stream()
            .filter(this::matchesAllButState)
            .filter(one -> one.phase() == phase)
            .count();
    String path = new CloneSearch(name, golden, phase.wireName()).path();
    return new Count(phase.wireName(), number, path);
  }

  /** Returns whether anything is searched for. */
  public boolean isNarrow() {
    return !name.isEmpty() || !golden.isEmpty() || !state.isEmpty();
  }

  /** Returns the path of the list with this search. */
  public String path() {
    List<String> terms = new ArrayList<>();
    add(terms, "name", name);
    add(terms, "golden", golden);
    add(terms, "state", state);
    return terms.isEmpty() ? PATH : PATH + "?" + String.join("&", terms);
  }

  private static void add(List<String> terms, String key, String value) {
    if (!value.isEmpty()) {
      terms.add(key + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}
