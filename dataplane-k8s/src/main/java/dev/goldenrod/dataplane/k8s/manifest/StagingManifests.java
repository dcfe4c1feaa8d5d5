package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The pod in which data is made: it does nothing by itself, and has an engine's programs and the
 * volume at hand.
 */
public final class StagingManifests {
  private static final String VOLUME = "volume";
  private static final String SCRATCH = "scratch";
  private static final String PRIVATE = "private";
  private static final String TEMPORARY = "tmp";
  private static final String SHARED_MEMORY = "shm";

  /** Passes the time, takes in the children of others, and ends when it is told to. */
  private static final String IDLE = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";

  private static final long SHUTDOWN_SECONDS = 5;

  private StagingManifests() {}

  /**
   * The pod.
   *
   * @param metadata its name is the volume's claim's too
   * @param type the engine's, as in {@code postgresql}
   */
  public static V1Pod pod(V1ObjectMeta metadata, Images images, String type, String release) {
    V1PodSpec spec =
        PodParts.restrictedPod(images)
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(SHUTDOWN_SECONDS)
            .addContainersItem(container(images.of(type, release)))
            .addVolumesItem(PodParts.claimed(VOLUME, Objects.requireNonNull(metadata.getName())))
            .addVolumesItem(PodParts.folder(SCRATCH))
            .addVolumesItem(PodParts.memoryFolder(PRIVATE))
            .addVolumesItem(PodParts.folder(TEMPORARY))
            .addVolumesItem(PodParts.memoryFolder(SHARED_MEMORY));
    return new V1Pod().apiVersion("v1").kind("Pod").metadata(metadata).spec(spec);
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
}
