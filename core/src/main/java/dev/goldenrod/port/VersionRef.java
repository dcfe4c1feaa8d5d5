package dev.goldenrod.port;

import java.util.Objects;
import java.util.UUID;

/**
 * A golden version as a data plane needs to know it.
 *
 * @param handle what the data plane made, or what an admin registered
 */
public record VersionRef(UUID goldenId, String golden, int version, String handle) {
  public VersionRef {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(handle);
  }
}
