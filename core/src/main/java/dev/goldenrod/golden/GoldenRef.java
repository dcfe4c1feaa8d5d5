package dev.goldenrod.golden;

import java.util.Objects;
import java.util.UUID;

/** The golden version that an instance is a clone of, or a database was made of. */
public record GoldenRef(UUID goldenId, String name, int version) {
  public GoldenRef {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(name);
  }
}
