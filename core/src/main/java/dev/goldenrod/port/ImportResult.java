package dev.goldenrod.port;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The results of an import's steps so far.
 *
 * @param release the engine release of the source, as in {@code 15}; empty before Probing is done
 * @param handle the volume that was made; empty before Snapshotting is done
 * @param sizeBytes bytes of that volume as the engine sees it; 0 before Snapshotting is done
 * @param attestation the signed attestation of a masked import as JSON text; null before
 *     Snapshotting is done, and for an import without masking
 */
public record ImportResult(
    String release, String handle, long sizeBytes, @Nullable String attestation) {
  /** The result while nothing is known yet. */
  public static final ImportResult UNKNOWN = new ImportResult("", "", 0);

  public ImportResult {
    Objects.requireNonNull(release);
    Objects.requireNonNull(handle);
  }

  /** Creates the result of an import without masking. */
  public ImportResult(String release, String handle, long sizeBytes) {
    this(release, handle, sizeBytes, null);
  }
}
