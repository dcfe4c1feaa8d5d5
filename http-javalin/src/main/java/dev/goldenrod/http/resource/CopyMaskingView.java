package dev.goldenrod.http.resource;

import dev.goldenrod.golden.GoldenRef;
import org.jspecify.annotations.Nullable;

/**
 * How the golden version was masked that an instance or database is a copy of.
 *
 * @param attestation the path of the version's attestation
 */
record CopyMaskingView(int rulesVersion, String attestation) {
  /** Returns the view; null for a copy of a version that was not masked, or of none. */
  static @Nullable CopyMaskingView of(@Nullable GoldenRef golden) {
    Integer rulesVersion = golden == null ? null : golden.maskingVersion();
    return rulesVersion == null
        ? null
        : new CopyMaskingView(
            rulesVersion,
            "/v1/snapshots/%s/versions/%d/attestation"
                .formatted(golden.goldenId(), golden.version()));
  }
}
