package dev.goldenrod.masking.transform.nested;

import java.util.stream.Stream;

/**
 * A rule for the leaves at and below a path.
 *
 * @param path the path
 * @param leaf what happens to the leaves
 */
record JsonRule(JsonPath path, JsonLeaf leaf) {
  Place root() {
    return new Place(this, 0);
  }

  /**
   * A place within a path, while JSON is read.
   *
   * @param rule the rule
   * @param steps the number of steps behind it
   */
  record Place(JsonRule rule, int steps) {
    boolean isEnd() {
      return steps == rule.path.steps().size();
    }

    /** Returns the places after a step to a key of an object or an index of an array. */
    Stream<Place> next(String key, boolean ofArray) {
      if (isEnd()) {
        return Stream.empty();
      }
      JsonPath.Step step = rule.path.steps().get(steps);
      Stream<Place> same = step.isDeep() ? Stream.of(this) : Stream.empty();
      return step.fits(key, ofArray)
          ? Stream.concat(Stream.of(new Place(rule, steps + 1)), same)
          : same;
    }

    /** Returns whether the next step names this key itself. */
    boolean names(String key) {
      return !isEnd() && rule.path.steps().get(steps).names(key);
    }
  }
}
