package dev.goldenrod.instance;

import dev.goldenrod.database.Resources;
import java.util.Locale;
import java.util.Optional;

/** How much of a machine a clone may use. */
public enum InstanceSize {
  SMALL(256, 1000),
  MEDIUM(1024, 2000),
  LARGE(4096, 4000);

  /** What a clone needs depends on its golden, which has no limit. */
  private static final int NO_LIMIT = 0;

  private final Resources resources;

  InstanceSize(int memoryMib, int cpuMillis) {
    this.resources = new Resources(memoryMib, NO_LIMIT, cpuMillis);
  }

  /** What a clone of that size may use. */
  public Resources resources() {
    return resources;
  }

  /** The name in the API: {@code small}, {@code medium} or {@code large}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The size of that API name; empty for any other text. */
  public static Optional<InstanceSize> parse(String wireName) {
    for (InstanceSize size : values()) {
      if (size.wireName().equals(wireName)) {
        return Optional.of(size);
      }
    }
    return Optional.empty();
  }
}
