package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Locks for volume names; several names may share a lock. */
final class NameLocks {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,100}");
  private static final int COUNT = 256;

  private final List<Object> locks = Stream.generate(Object::new).limit(COUNT).toList();

  /** Throws if the name is invalid. */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new DataPlaneException(
          "'%s' is not a valid volume name; use 1 to 100 characters of a-z 0-9 -".formatted(name));
    }
    return name;
  }

  Object of(String name) {
    return locks.get(index(name));
  }

  /** Returns the lock to take first if both are needed; a fixed order prevents deadlocks. */
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
