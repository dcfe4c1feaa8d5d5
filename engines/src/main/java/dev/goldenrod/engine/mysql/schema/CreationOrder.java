package dev.goldenrod.engine.mysql.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sorts objects so that each is created after those of its kind that it refers to. */
public final class CreationOrder {
  private static final String TABLE = "TABLE ";
  private static final String VIEW = "VIEW ";

  private CreationOrder() {}

  /** Puts tables first and views last. Objects that refer to each other keep their order. */
  public static Map<String, List<String>> of(Map<String, List<String>> objects) {
    Map<String, List<String>> ordered = new LinkedHashMap<>(sorted(objects, TABLE, "REFERENCES "));
    objects.forEach(
        (name, ddl) -> {
          if (!name.startsWith(VIEW)) {
            ordered.putIfAbsent(name, ddl);
          }
        });
    ordered.putAll(sorted(objects, VIEW, ""));
    return ordered;
  }

  private static Map<String, List<String>> sorted(
      Map<String, List<String>> objects, String kind, String before) {
    Map<String, List<String>> left = new LinkedHashMap<>(objects);
    left.keySet().removeIf(name -> !name.startsWith(kind));
    Map<String, List<String>> sorted = new LinkedHashMap<>();
    while (!left.isEmpty()) {
      String next =
          left.keySet().stream()
              .filter(name -> namesNone(name, left, kind, before))
              .findFirst()
              .orElseGet(() -> left.keySet().iterator().next());
      sorted.put(next, Objects.requireNonNull(left.remove(next)));
    }
    return sorted;
  }

  private static boolean namesNone(
      String name, Map<String, List<String>> left, String kind, String before) {
    String ddl = String.valueOf(left.get(name));
    return left.keySet().stream()
        .filter(other -> !other.equals(name))
        .noneMatch(other -> ddl.contains(before + other.substring(kind.length())));
  }
}
