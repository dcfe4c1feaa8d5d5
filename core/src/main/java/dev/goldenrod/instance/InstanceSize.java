package dev.goldenrod.instance;

import dev.goldenrod.database.Resources;
import java.util.Locale;
import java.util.Optional;

/** How much of a machine a clone may use. */
public enum InstanceSize {
  SMALL(256),
  MEDIUM(1024),
  LARGE(4096);

  private final Resources resources;

  InstanceSize(int memoryMib) {
    this.resources = new Resources(memoryMib);
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
