package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The objects of an import. All belong to its Secret, which holds what the steps leave for each
 * other.
 */
public final class ImportManifests {
  private static final String VOLUME = "volume";
  private static final String SCRATCH = "scratch";
  private static final String PRIVATE = "private";
  private static final String TEMPORARY = "tmp";
  private static final String SHARED_MEMORY = "shm";

  /** Passes the time, takes in the children of others, and ends when it is told to. */
  private static final String IDLE = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";

  private static final long GIBIBYTE = 1L << 30;
  private static final long SPARE_GIBIBYTES = 2;
  private static final long SHUTDOWN_SECONDS = 5;

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
    V1PodSpec spec =
        PodParts.restrictedPod(images)
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(SHUTDOWN_SECONDS)
            .addContainersItem(container(images.of(type, release)))
            .addVolumesItem(PodParts.claimed(VOLUME, name(id)))
            .addVolumesItem(PodParts.folder(SCRATCH))
            .addVolumesItem(PodParts.memoryFolder(PRIVATE))
            .addVolumesItem(PodParts.folder(TEMPORARY))
            .addVolumesItem(PodParts.memoryFolder(SHARED_MEMORY));
    return new V1Pod().apiVersion("v1").kind("Pod").metadata(owned(id, owner)).spec(spec);
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

  private static V1Container container(String image) {
    return new V1Container()
        .name(PodLayout.CONTAINER)
        .image(image)
        .command(List.of("sh", "-c", IDLE))
        .securityContext(PodParts.restrictedContainer())
        .resources(
            new V1ResourceRequirements()
                .requests(
                    Map.of("cpu", Quantity.fromString("100m"), "memory", PodParts.mebibytes(256)))
                .limits(Map.of("memory", PodParts.mebibytes(2048))))
        .addVolumeMountsItem(PodParts.mount(VOLUME, PodLayout.VOLUME))
        .addVolumeMountsItem(PodParts.mount(SCRATCH, PodLayout.SCRATCH))
        .addVolumeMountsItem(PodParts.mount(PRIVATE, PodLayout.PRIVATE))
        .addVolumeMountsItem(PodParts.mount(TEMPORARY, Path.of("/tmp")))
        .addVolumeMountsItem(PodParts.mount(SHARED_MEMORY, Path.of("/dev/shm")));
  }

  private static V1ObjectMeta owned(UUID id, V1Secret owner) {
    return metadata(id).addOwnerReferencesItem(PodParts.ownedBy(owner));
  }

  private static V1ObjectMeta metadata(UUID id) {
    return new V1ObjectMeta().name(name(id)).labels(Labels.of(Labels.IMPORT, id));
  }
}
