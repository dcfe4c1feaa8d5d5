package dev.goldenrod.sequence;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Turns a number of a step into one of the things that are there. */
final class Pick {
  private static final UUID NOTHING = new UUID(9, 9);

  private Pick() {}

  static <T> T from(List<T> things, int which) {
    return things.get(which % things.size());
  }

  /** The id of one of them, and one that nothing has when there is none. */
  static <T> UUID id(List<T> things, Function<T, UUID> id, int which) {
    return things.isEmpty() ? NOTHING : id.apply(from(things, which));
  }
}
