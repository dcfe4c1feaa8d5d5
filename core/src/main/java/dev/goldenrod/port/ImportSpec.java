package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;
import java.util.Objects;
import java.util.UUID;

/**
 * What an import is to build.
 *
 * @param id the job's id
 * @param pgMajor the major version the source is to have; 0 for whatever it has
 */
public record ImportSpec(
    UUID id, String golden, int version, SourceConnection source, int pgMajor) {
  public ImportSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(source);
  }
}
