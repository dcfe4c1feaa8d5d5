package dev.goldenrod.golden;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One version of a golden.
 *
 * @param number sequential within its golden, from 1
 * @param sourceRef the origin of the data, in free form; may be empty
 * @param handle identifies the volume that the data plane clones; empty while an import is building
 *     it
 * @param sizeBytes bytes of the volume as the engine sees it; 0 when unknown
 * @param clusterId the cluster that holds the data; null when any cluster can resolve the handle
 *     and none is known to have copied the volume
 * @param masking how an import masked the data; null if none did, or while the import runs
 */
public record GoldenVersion(
    UUID goldenId,
    int number,
    VersionStatus status,
    String sourceRef,
    String handle,
    long sizeBytes,
    @Nullable UUID clusterId,
    Instant createdAt,
    @Nullable Masking masking) {
  /**
   * The prefix, before a snapshot's id, of the handle of a version made from a database's snapshot.
   */
  public static final String SNAPSHOT_HANDLE = "snapshot:";

  /**
   * How an import masked a version's data.
   *
   * @param rulesVersion the version of the source's rules
   * @param attestation the signed attestation as JSON text
   */
  public record Masking(int rulesVersion, String attestation) {
    public Masking {
      Objects.requireNonNull(attestation);
    }
  }

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

  /** Returns a version whose number is reserved by an import until that succeeds or fails. */
  public static GoldenVersion reserved(
      UUID goldenId, int number, String sourceRef, UUID clusterId, Instant now) {
    return new GoldenVersion(
        goldenId, number, VersionStatus.RESERVED, sourceRef, "", 0, clusterId, now, null);
  }

  /** Returns a copy with the volume that was built for it, still reserved. */
  public GoldenVersion built(String newHandle, long newSizeBytes) {
    return new GoldenVersion(
        goldenId,
        number,
        status,
        sourceRef,
        newHandle,
        newSizeBytes,
        clusterId,
        createdAt,
        masking);
  }

  /** Returns a copy with how its data was masked; null if it was not. */
  public GoldenVersion maskedBy(@Nullable Masking newMasking) {
    return new GoldenVersion(
        goldenId, number, status, sourceRef, handle, sizeBytes, clusterId, createdAt, newMasking);
  }

  /** Returns a copy of which the given cluster holds the data. */
  public GoldenVersion copiedTo(UUID cluster) {
    return new GoldenVersion(
        goldenId, number, status, sourceRef, handle, sizeBytes, cluster, createdAt, masking);
  }

  /** Returns a copy that is ready to be cloned. */
  public GoldenVersion becameReady() {
    return new GoldenVersion(
        goldenId,
        number,
        VersionStatus.READY,
        sourceRef,
        handle,
        sizeBytes,
        clusterId,
        createdAt,
        masking);
  }

  /** Returns whether an import masked the data, and attested that. */
  public boolean isAttested() {
    return masking != null;
  }

  /** Returns whether the version can be cloned. */
  public boolean isReady() {
    return status == VersionStatus.READY;
  }
}
