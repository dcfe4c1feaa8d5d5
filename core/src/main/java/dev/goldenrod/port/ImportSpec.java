package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The description of an import for a data plane.
 *
 * @param id the job's id
 * @param release the engine release that the source must have, as in {@code 15}; empty for any
 * @param maskingRules the text of the rules file by which rows are masked; null to import them as
 *     they are. A data plane without {@link MaskingTools} fails Probing if there are rules
 */
public record ImportSpec(
    UUID id,
    String golden,
    int version,
    SourceConnection source,
    String release,
    @Nullable String maskingRules) {
  /** The oldest major version of PostgreSQL that can be imported. */
  public static final int OLDEST_MAJOR = 13;

  public ImportSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(source);
    Objects.requireNonNull(release);
  }

  /** Creates the description of an import without masking. */
  public ImportSpec(UUID id, String golden, int version, SourceConnection source, String release) {
    this(id, golden, version, source, release, null);
  }

  /** Returns a copy whose rows are masked by the given rules; null for no masking. */
  public ImportSpec maskedBy(@Nullable String rules) {
    return new ImportSpec(id, golden, version, source, release, rules);
  }
}
