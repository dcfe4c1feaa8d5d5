package dev.goldenrod.port;

import java.util.Objects;

/**
 * What the steps of an import found out or made.
 *
 * @param pgMajor the source's major version, from Probing on; else 0
 * @param handle the volume that was made, once Snapshotting is done; else empty
 * @param sizeBytes bytes of that volume as the engine sees it; else 0
 */
public record ImportResult(int pgMajor, String handle, long sizeBytes) {
  /** Nothing is known yet. */
  public static final ImportResult UNKNOWN = new ImportResult(0, "", 0);

  public ImportResult {
    Objects.requireNonNull(handle);
  }
}
