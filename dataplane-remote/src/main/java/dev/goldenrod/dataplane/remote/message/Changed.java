package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/** A notification that the observation of a database, snapshot or import may have changed. */
public record Changed(UUID id) {
  public static final String METHOD = "changed";

  public Changed {
    Objects.requireNonNull(id);
  }
}
