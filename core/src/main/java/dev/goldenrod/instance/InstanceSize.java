package dev.goldenrod.instance;

import java.util.Locale;
import java.util.Optional;

/** How much of a machine a clone may use. */
public enum InstanceSize {
  SMALL(256),
  MEDIUM(1024),
  LARGE(4096);

  private final int memoryMib;

  InstanceSize(int memoryMib) {
    this.memoryMib = memoryMib;
  }

  /** How much memory the engine is told to use, in MiB. */
  public int memoryMib() {
    return memoryMib;
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
