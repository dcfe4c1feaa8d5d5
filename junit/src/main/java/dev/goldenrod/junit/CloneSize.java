package dev.goldenrod.junit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Clone sizes of the API. */
enum CloneSize {
  SMALL(50),
  MEDIUM(100),
  LARGE(200);

  private final int connections;

  CloneSize(int connections) {
    this.connections = connections;
  }

  /** Returns the size with the given name; throws if there is none. */
  static CloneSize of(String name) {
    return Arrays.stream(values())
        .filter(size -> size.wireName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "size '%s' must be one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(CloneSize::wireName)
                                .collect(Collectors.joining(", ")))));
  }

  /** Returns the smallest size that allows this many connections; throws if there is none. */
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

  int connections() {
    return connections;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
