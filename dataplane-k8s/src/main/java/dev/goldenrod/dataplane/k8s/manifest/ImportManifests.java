package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Optional;
import java.util.UUID;

/**
 * The objects of an import. All belong to its Secret, which holds what the steps leave for each
 * other.
 */
public final class ImportManifests {
  private static final long GIBIBYTE = 1L << 30;
  private static final long SPARE_GIBIBYTES = 2;

  private ImportManifests() {}

  /** The name of all objects of the import. */
  public static String name(UUID id) {
    return "import-" + id;
  }

  public static V1Secret secret(UUID id) {
    return new V1Secret().apiVersion("v1").kind("Secret").metadata(metadata(id)).type("Opaque");
  }

  /**
   * The claim of the volume that is filled.
   *
   * @param sourceBytes size of the source's database
   */
  public static V1PersistentVolumeClaim claim(
      UUID id, V1Secret owner, String storageClass, long sourceBytes) {
    return PodParts.claim(
        owned(id, owner), Optional.of(storageClass), size(sourceBytes), Optional.empty());
  }

  /** The pod in which the engine's tools run. */
  public static V1Pod pod(UUID id, V1Secret owner, Images images, String type, String release) {
    return StagingManifests.pod(owned(id, owner), images, type, release);
  }

  /** The snapshot of the volume that was filled. */
  public static DynamicKubernetesObject snapshot(UUID id, V1Secret owner, String snapshotClass) {
    return SnapshotManifests.ofClaim(owned(id, owner), name(id), snapshotClass);
  }

  /** Room for what a source takes, for its indexes built anew and for work. */
  static Quantity size(long sourceBytes) {
    long gibibytes = (sourceBytes + sourceBytes * 3 / 10 + GIBIBYTE - 1) / GIBIBYTE;
    return Quantity.fromString(gibibytes + SPARE_GIBIBYTES + "Gi");
  }

  private static V1ObjectMeta owned(UUID id, V1Secret owner) {
    return metadata(id).addOwnerReferencesItem(PodParts.ownedBy(owner));
  }

  private static V1ObjectMeta metadata(UUID id) {
    return new V1ObjectMeta().name(name(id)).labels(Labels.of(Labels.IMPORT, id));
  }
}
