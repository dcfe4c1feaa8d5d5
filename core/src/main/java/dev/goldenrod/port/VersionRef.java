package dev.goldenrod.port;

import java.util.Objects;
import java.util.UUID;

/**
 * A reference to a golden version for a data plane.
 *
 * @param handle the handle of a volume that the data plane made, or that an admin registered
 */
public record VersionRef(UUID goldenId, String golden, int version, String handle) {
  public VersionRef {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(handle);
  }

  /** Returns all parts as one text. */
  public String text() {
    return "%s/%d/%s/%s".formatted(goldenId, version, golden, handle);
  }

  /**
   * Parses the text that {@link #text} returns.
   *
   * @throws IllegalArgumentException when the text is not a version
   */
  public static VersionRef parse(String text) {
    String[] parts = text.split("/", 4);
    if (parts.length != 4) {
      throw new IllegalArgumentException("'" + text + "' is not a golden version");
    }
    return new VersionRef(
        UUID.fromString(parts[0]), parts[2], Integer.parseInt(parts[1]), parts[3]);
  }
}
