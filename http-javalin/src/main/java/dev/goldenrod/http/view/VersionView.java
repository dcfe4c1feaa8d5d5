package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.golden.GoldenVersion;

/** A version of a golden. */
public record VersionView(
    int version, String status, String sourceRef, long sizeBytes, String createdAt) {
  public static VersionView of(GoldenVersion version) {
    return new VersionView(
        version.number(),
        version.status().wireName(),
        version.sourceRef(),
        version.sizeBytes(),
        Timestamps.text(version.createdAt()));
  }
}
