package dev.goldenrod.engine.schema;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A schema in its parts.
 *
 * @param objects the statements that make each object, by its kind and name, as in {@code INDEX
 *     app.item_name_idx}, in an order in which they can be made
 * @param drops the statements that remove its objects, in an order in which they can be removed
 */
public record SchemaParts(Map<String, List<String>> objects, Set<String> drops) {
  public SchemaParts {
    objects = new LinkedHashMap<>(objects);
    drops = new LinkedHashSet<>(drops);
  }

  /** What makes the object of that name. */
  public Optional<List<String>> object(String name) {
    return Optional.ofNullable(objects.get(name));
  }
}
