package dev.goldenrod.masking;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of a rule, with their types checked. Immutable. */
public final class Options {
  private final String transformer;
  private final Map<String, Object> values;

  /**
   * Creates options.
   *
   * @param transformer the transformer's name, for messages
   * @param values the options by name, as YAML has them: strings, numbers, booleans, lists and maps
   * @throws RuleException if an option has no value
   */
  public Options(String transformer, Map<String, Object> values) {
    this.transformer = transformer;
    for (Map.Entry<String, Object> option : values.entrySet()) {
      if (option.getValue() == null) {
        throw wrong(option.getKey(), "given a value");
      }
    }
    this.values = Map.copyOf(values);
  }

  /** Returns the transformer's name. */
  public String transformer() {
    return transformer;
  }

  /** Returns a text, a number or a boolean as a text. */
  public Optional<String> text(String name) {
    Object value = values.get(name);
    if (value instanceof Map || value instanceof List) {
      throw wrong(name, "one value");
    }
    return Optional.ofNullable(value).map(String::valueOf);
  }

  /** Returns one of some words, or the first word if the rule does not have the option. */
  public String word(String name, List<String> words) {
    String word = text(name).orElse(words.get(0));
    if (!words.contains(word)) {
      throw wrong(name, "one of " + String.join(", ", words));
    }
    return word;
  }

  /** Returns a whole number. */
  public Optional<Long> whole(String name) {
    Object value = values.get(name);
    if (value != null && !(value instanceof Integer) && !(value instanceof Long)) {
      throw wrong(name, "a whole number");
    }
    return Optional.ofNullable((Number) value).map(Number::longValue);
  }

  /** Returns a number. */
  public Optional<Double> number(String name) {
    Object value = values.get(name);
    if (value != null && !(value instanceof Number)) {
      throw wrong(name, "a number");
    }
    return Optional.ofNullable((Number) value).map(Number::doubleValue);
  }

  /** Returns true or false; false if the rule does not have the option. */
  public boolean flag(String name) {
    Object value = values.getOrDefault(name, false);
    if (!(value instanceof Boolean)) {
      throw wrong(name, "true or false");
    }
    return (boolean) value;
  }

  /** Returns a list of texts; empty if the rule does not have the option. */
  public List<String> texts(String name) {
    Object value = values.getOrDefault(name, List.of());
    if (!(value instanceof List<?> list) || list.stream().anyMatch(Options::isNested)) {
      throw wrong(name, "a list of texts");
    }
    return list.stream().map(String::valueOf).toList();
  }

  /** Returns the value as YAML has it. */
  public Optional<Object> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Returns an exception that says what the option has to be. */
  public RuleException wrong(String name, String expected) {
    return new RuleException(
        "option '%s' of '%s' must be %s".formatted(name, transformer, expected));
  }

  /** Returns an exception that says that the option is missing. */
  public RuleException missing(String name) {
    return new RuleException("'%s' needs the option '%s'".formatted(transformer, name));
  }

  private static boolean isNested(Object element) {
    return element instanceof Map || element instanceof List;
  }
}
