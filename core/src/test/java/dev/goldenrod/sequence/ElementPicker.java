package dev.goldenrod.sequence;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Selects an element by a number of a step. */
final class ElementPicker {
  private static final UUID NOTHING = new UUID(9, 9);

  private ElementPicker() {}

  static <T> T pick(List<T> things, int which) {
    return things.get(which % things.size());
  }

  /** Returns the id of an element; an unknown id if there are no elements. */
  static <T> UUID pickId(List<T> things, Function<T, UUID> id, int which) {
    return things.isEmpty() ? NOTHING : id.apply(pick(things, which));
  }
}
