package dev.goldenrod.masking.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Collects the problems of one file. Not thread-safe. */
final class Problems {
  private static final int LIMIT = 50;

  private final List<Problem> found = new ArrayList<>();

  void add(Node node, String message, Object... names) {
    add(position(node.getStartMark()), message.formatted(names));
  }

  /** Adds a problem, unless {@value #LIMIT} have been found. */
  void add(Position position, String message) {
    if (found.size() < LIMIT) {
      found.add(new Problem(position, message));
    }
  }

  static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }

  static Position position(Node node) {
    return position(node.getStartMark());
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      found.sort(
          Comparator.comparingInt((Problem it) -> it.position().line())
              .thenComparingInt(it -> it.position().column()));
      throw new InvalidRulesException(found);
    }
  }
}
