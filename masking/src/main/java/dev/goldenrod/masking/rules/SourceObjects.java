package dev.goldenrod.masking.rules;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How many objects of each kind a source has. Every kind needs a number, so that none is forgotten;
 * the labels of enums are found in the schema.
 */
public record SourceObjects(Map<ObjectKind, Long> counts) {
  /**
   * @throws IllegalArgumentException if a kind has no number
   */
  public SourceObjects {
    Map<ObjectKind, Long> all = new EnumMap<>(ObjectKind.class);
    all.put(ObjectKind.ENUM_LABELS, 0L);
    all.putAll(counts);
    for (ObjectKind kind : ObjectKind.values()) {
      if (!all.containsKey(kind)) {
        throw new IllegalArgumentException("the number of %s is missing".formatted(kind.key()));
      }
    }
    counts = Collections.unmodifiableMap(all);
  }

  /** Returns the same number for every kind. */
  public static SourceObjects ofEach(long count) {
    Map<ObjectKind, Long> all = new EnumMap<>(ObjectKind.class);
    for (ObjectKind kind : ObjectKind.values()) {
      all.put(kind, count);
    }
    return new SourceObjects(all);
  }

  /** Returns a copy with another number for one kind. */
  public SourceObjects with(ObjectKind kind, long count) {
    Map<ObjectKind, Long> all = new EnumMap<>(counts);
    all.put(kind, count);
    return new SourceObjects(all);
  }

  long count(ObjectKind kind) {
    return counts.get(kind);
  }
}
