package dev.goldenrod.engine.schema;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a schema.
 *
 * @param objects the statements that create each object, by kind and name as in {@code INDEX
 *     app.item_name_idx}, in an order in which they can run
 * @param drops the statements that remove the objects, in an order in which they can run
 */
public record SchemaParts(Map<String, List<String>> objects, Set<String> drops) {
  public SchemaParts {
    objects = new LinkedHashMap<>(objects);
    drops = new LinkedHashSet<>(drops);
  }

  public Optional<List<String>> object(String name) {
    return Optional.ofNullable(objects.get(name));
  }
}
