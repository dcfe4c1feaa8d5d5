package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/** The observation of that database, snapshot or import may have changed. */
public record Changed(UUID id) {
  /** The notification by which it is sent. */
  public static final String METHOD = "changed";

  public Changed {
    Objects.requireNonNull(id);
  }
}
