package dev.goldenrod.golden;

import java.util.Objects;
import java.util.UUID;

/** A reference to the golden version that an instance is cloned, or a database copied, from. */
public record GoldenRef(UUID goldenId, String name, int version) {
  public GoldenRef {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(name);
  }
}
