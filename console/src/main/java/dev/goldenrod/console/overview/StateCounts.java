package dev.goldenrod.console.overview;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many resources of a kind are in each state.
 *
 * @param kind the noun in singular
 * @param path of the page that lists them
 */
public record StateCounts(String kind, String path, List<Count> states) {
  /** The number of resources in one state. */
  public record Count(String state, long number) {}

  /** Counts states, given one by one or already counted, most frequent first. */
  static StateCounts of(String kind, String path, Stream<Count> counts) {
    Map<String, Long> byState =
        counts.collect(Collectors.groupingBy(Count::state, Collectors.summingLong(Count::number)));
    List<Count> sorted =
        byState.entrySet().stream()
            .map(entry -> new Count(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingLong(Count::number).reversed().thenComparing(Count::state))
            .toList();
    return new StateCounts(kind, path, sorted);
  }

  public long total() {
    return states.stream().mapToLong(Count::number).sum();
  }

  /** Returns the noun for the number of all, such as {@code clones}. */
  public String noun() {
    return total() == 1 ? kind : kind + "s";
  }

  /** Returns the number in one state, by its name in any case. */
  long in(String state) {
    return states.stream()
        .filter(count -> count.state().equalsIgnoreCase(state))
        .mapToLong(Count::number)
        .sum();
  }
}
