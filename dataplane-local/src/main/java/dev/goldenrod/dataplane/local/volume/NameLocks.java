package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;

/** The names of volumes, and a lock for each. */
final class NameLocks {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,100}");

  private final ConcurrentMap<String, Object> locks = new ConcurrentHashMap<>();

  /** Returns the name if it is one that a volume can have. */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new DataPlaneException(
          "'%s' cannot be the name of a volume; it takes 1 to 100 of a-z 0-9 -".formatted(name));
    }
    return name;
  }

  Object of(String name) {
    return locks.computeIfAbsent(requireName(name), any -> new Object());
  }

  /** The lock to take first when both are needed, so that nobody waits in a circle. */
  Object first(String one, String other) {
    return of(one.compareTo(other) <= 0 ? one : other);
  }

  Object second(String one, String other) {
    return of(one.compareTo(other) <= 0 ? other : one);
  }
}
