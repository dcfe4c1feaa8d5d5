package dev.goldenrod.instance;

import dev.goldenrod.database.Resources;
import java.util.Locale;
import java.util.Optional;

/** The sizes of clones, each with its memory and processor time. */
public enum InstanceSize {
  SMALL(256, 1000),
  MEDIUM(1024, 2000),
  LARGE(4096, 4000);

  /** A clone's storage is not limited: how much it needs depends on its golden. */
  private static final int NO_LIMIT = 0;

  private final Resources resources;

  InstanceSize(int memoryMib, int cpuMillis) {
    this.resources = new Resources(memoryMib, NO_LIMIT, cpuMillis);
  }

  /** Returns the limits of a clone of this size. */
  public Resources resources() {
    return resources;
  }

  /** Returns the name in the API: {@code small}, {@code medium} or {@code large}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the size with the given name in the API; empty if there is none. */
  public static Optional<InstanceSize> parse(String wireName) {
    for (InstanceSize size : values()) {
      if (size.wireName().equals(wireName)) {
        return Optional.of(size);
      }
    }
    return Optional.empty();
  }
}
