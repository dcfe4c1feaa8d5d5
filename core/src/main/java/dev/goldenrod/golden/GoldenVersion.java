package dev.goldenrod.golden;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One version of a golden.
 *
 * @param number sequential in its lineage, from 1
 * @param sourceRef where it came from, in free form; may be empty
 * @param handle what the data plane clones from; empty while an import is building it
 * @param sizeBytes bytes of the volume as the engine sees it; 0 when unknown
 * @param clusterId the cluster that holds the data, or null when any cluster can resolve the handle
 *     and none is known to have copied what it names
 */
public record GoldenVersion(
    UUID goldenId,
    int number,
    VersionStatus status,
    String sourceRef,
    String handle,
    long sizeBytes,
    @Nullable UUID clusterId,
    Instant createdAt) {
  /** What the handle begins with, before the id, of a version made of a database's snapshot. */
  public static final String SNAPSHOT_HANDLE = "snapshot:";

  public GoldenVersion {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(status);
    Objects.requireNonNull(sourceRef);
    Objects.requireNonNull(handle);
    Objects.requireNonNull(createdAt);
    if (number < 1) {
      throw new IllegalArgumentException("version number " + number + " is below 1");
    }
  }

  /** A number that an import holds until it succeeds or fails. */
  public static GoldenVersion reserved(
      UUID goldenId, int number, String sourceRef, UUID clusterId, Instant now) {
    return new GoldenVersion(
        goldenId, number, VersionStatus.RESERVED, sourceRef, "", 0, clusterId, now);
  }

  /** The same version with the volume that was built for it, still reserved. */
  public GoldenVersion built(String newHandle, long newSizeBytes) {
    return new GoldenVersion(
        goldenId, number, status, sourceRef, newHandle, newSizeBytes, clusterId, createdAt);
  }

  /** The same version, of which that cluster has made a copy of its own. */
  public GoldenVersion copiedTo(UUID cluster) {
    return new GoldenVersion(
        goldenId, number, status, sourceRef, handle, sizeBytes, cluster, createdAt);
  }

  /** The same version, registered. */
  public GoldenVersion becameReady() {
    return new GoldenVersion(
        goldenId, number, VersionStatus.READY, sourceRef, handle, sizeBytes, clusterId, createdAt);
  }

  /** Whether it can be cloned. */
  public boolean isReady() {
    return status == VersionStatus.READY;
  }
}
