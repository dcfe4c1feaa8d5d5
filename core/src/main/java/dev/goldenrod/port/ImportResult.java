package dev.goldenrod.port;

import java.util.Objects;

/**
 * What the steps of an import found out or made.
 *
 * @param release the source's release of its engine, as in {@code 15}, from Probing on; else empty
 * @param handle the volume that was made, once Snapshotting is done; else empty
 * @param sizeBytes bytes of that volume as the engine sees it; else 0
 */
public record ImportResult(String release, String handle, long sizeBytes) {
  /** Nothing is known yet. */
  public static final ImportResult UNKNOWN = new ImportResult("", "", 0);

  public ImportResult {
    Objects.requireNonNull(release);
    Objects.requireNonNull(handle);
  }
}
