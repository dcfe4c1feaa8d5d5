package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;
import java.util.Objects;
import java.util.UUID;

/**
 * The description of an import for a data plane.
 *
 * @param id the job's id
 * @param release the engine release that the source must have, as in {@code 15}; empty for any
 */
public record ImportSpec(
    UUID id, String golden, int version, SourceConnection source, String release) {
  /** The oldest major version of PostgreSQL that can be imported. */
  public static final int OLDEST_MAJOR = 13;

  public ImportSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(source);
    Objects.requireNonNull(release);
  }
}
