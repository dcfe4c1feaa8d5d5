package dev.goldenrod.server.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A map of a YAML file with known keys. Methods throw {@link IllegalArgumentException}, whose
 * message names the key, if a value has another form.
 */
record YamlMap(Map<String, Object> values) {
  /**
   * Returns the map.
   *
   * @param what names it in messages
   */
  static YamlMap of(String what, @Nullable Object value, Set<String> known) {
    Map<String, Object> values = checked(what, value);
    Set<String> unknown = new TreeSet<>(values.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has the unknown key '%s'; the keys are %s"
              .formatted(what, unknown.iterator().next(), String.join(", ", new TreeSet<>(known))));
    }
    return new YamlMap(values);
  }

  private static Map<String, Object> checked(String what, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(what + " must be a map of keys and values");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach(
        (key, one) -> {
          if (one == null) {
            throw new IllegalArgumentException(key + " has no value; set one, or remove it");
          }
          values.put(String.valueOf(key), one);
        });
    return values;
  }

  String text(String key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
  }

  Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key)).map(value -> scalar(key, value));
  }

  private static String scalar(String key, Object value) {
    if (value instanceof Map || value instanceof List) {
      throw new IllegalArgumentException(key + " must be one value");
    }
    return String.valueOf(value);
  }

  boolean isTrue(String key) {
    Object value = values.getOrDefault(key, false);
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw new IllegalArgumentException(key + " must be true or false");
  }

  List<?> list(String key) {
    Object value = values.getOrDefault(key, List.of());
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException(key + " must be a list");
  }

  /** Returns a list of texts; empty without the key. */
  Optional<List<String>> texts(String key) {
    return values.containsKey(key)
        ? Optional.of(list(key).stream().map(one -> scalar(key, one)).toList())
        : Optional.empty();
  }

  /** Returns the map of a key, which is empty without the key. */
  YamlMap map(String key, Set<String> known) {
    return of(key, values.getOrDefault(key, Map.of()), known);
  }

  /** Returns a map whose keys are not known. */
  Map<String, String> anyMap(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    checked(key, values.getOrDefault(key, Map.of()))
        .forEach((name, value) -> texts.put(name, scalar(name, value)));
    return texts;
  }
}
