package dev.goldenrod.server;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
    return cap(variable).orElse(otherwise);
  }

  /**
   * A cap, which may be 0; empty when there is none.
   *
   * @throws UsageException when the value is no number or negative
   */
  OptionalInt cap(String variable) {
    Optional<String> value = find(variable);
    return value.isEmpty() ? OptionalInt.empty() : OptionalInt.of(cap(variable, value.get()));
  }

  private static int cap(String variable, String value) {
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
