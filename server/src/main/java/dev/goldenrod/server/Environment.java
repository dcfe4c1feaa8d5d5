package dev.goldenrod.server;

import java.util.Map;
import java.util.Optional;

/** The settings that have no option. An empty variable counts as none. */
record Environment(Map<String, String> variables) {
  Environment {
    variables = Map.copyOf(variables);
  }

  Optional<String> find(String variable) {
    return Optional.ofNullable(variables.get(variable)).filter(value -> !value.isEmpty());
  }

  String get(String variable, String otherwise) {
    return find(variable).orElse(otherwise);
  }

  /**
   * A cap, which may be 0.
   *
   * @throws UsageException when the value is no number or negative
   */
  int cap(String variable, int otherwise) {
    String value = get(variable, Integer.toString(otherwise));
    try {
      int cap = Integer.parseInt(value);
      if (cap >= 0) {
        return cap;
      }
    } catch (NumberFormatException e) {
      throw badCap(variable, value);
    }
    throw badCap(variable, value);
  }

  private static UsageException badCap(String variable, String value) {
    return new UsageException(
        variable + " is '" + value + "'; it must be a whole number from 0 to " + Integer.MAX_VALUE);
  }
}
