package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;
import java.util.Objects;
import java.util.UUID;

/**
 * What an import is to build.
 *
 * @param id the job's id
 * @param release the engine's release the source is to have, as in {@code 15}; empty for whatever
 *     it has
 */
public record ImportSpec(
    UUID id, String golden, int version, SourceConnection source, String release) {
  public ImportSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(source);
    Objects.requireNonNull(release);
  }
}
