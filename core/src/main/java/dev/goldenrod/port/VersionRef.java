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

  /** All of it as one text. */
  public String text() {
    return "%s/%d/%s/%s".formatted(goldenId, version, golden, handle);
  }

  /**
   * The one of that {@link #text}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static VersionRef parse(String text) {
    String[] parts = text.split("/", 4);
    if (parts.length != 4) {
      throw new IllegalArgumentException("'" + text + "' is no version");
    }
    return new VersionRef(
        UUID.fromString(parts[0]), parts[2], Integer.parseInt(parts[1]), parts[3]);
  }
}
