package dev.goldenrod.junit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How much of a machine a clone may use, as the API has it. */
enum CloneSize {
  SMALL(50),
  MEDIUM(100),
  LARGE(200);

  private final int connections;

  CloneSize(int connections) {
    this.connections = connections;
  }

  /**
   * The size of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static CloneSize of(String name) {
    return Arrays.stream(values())
        .filter(size -> size.wireName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "size '%s' is none of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(CloneSize::wireName)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * The smallest that takes so many connections at once.
   *
   * @throws IllegalArgumentException when none does
   */
  static CloneSize ofConnections(int connections) {
    return Arrays.stream(values())
        .filter(size -> connections > 0 && size.connections >= connections)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%d connections are not between 1 and %d"
                        .formatted(connections, LARGE.connections)));
  }

  /** How many connections PostgreSQL takes in a clone of that size. */
  int connections() {
    return connections;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
