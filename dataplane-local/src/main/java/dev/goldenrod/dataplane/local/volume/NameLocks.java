package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of volumes, and a lock for each; some names share one. */
final class NameLocks {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,100}");
  private static final int COUNT = 256;

  private final List<Object> locks = Stream.generate(Object::new).limit(COUNT).toList();

  /** Returns the name if it is one that a volume can have. */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new DataPlaneException(
          "'%s' cannot be the name of a volume; it takes 1 to 100 of a-z 0-9 -".formatted(name));
    }
    return name;
  }

  Object of(String name) {
    return locks.get(index(name));
  }

  /** The lock to take first when both are needed, which rules out deadlock. */
  Object first(String one, String other) {
    return locks.get(Math.min(index(one), index(other)));
  }

  Object second(String one, String other) {
    return locks.get(Math.max(index(one), index(other)));
  }

  private static int index(String name) {
    return Math.floorMod(requireName(name).hashCode(), COUNT);
  }
}
