package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1Volume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pods in which data is made. They have an engine's programs and the volumes, and do nothing by
 * themselves.
 */
public final class StagingManifests {
  private static final String VOLUME = "volume";
  private static final String SCRATCH = "scratch";
  private static final String PRIVATE = "private";
  private static final String TEMPORARY = "tmp";
  private static final String SHARED_MEMORY = "shm";

  /** Reaps orphaned processes, and ends on SIGTERM. */
  private static final String IDLE = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";

  /** Ends when the file was not touched for that many minutes. */
  private static final String IDLE_WHILE_USED =
      """
      trap 'exit 0' TERM
      : > "$1"
      while [ -n "$(find "$1" -mmin "-$2")" ]; do sleep 20 & wait $!; done
      """;

  /** The file that users of a temporary pod touch. */
  public static final Path USED = PodLayout.PRIVATE.resolve("used");

  private static final long SHUTDOWN_SECONDS = 5;

  /** A pod that writes more into an ephemeral folder is evicted. */
  private static final long FOLDER_MIB = 256;

  private StagingManifests() {}

  /**
   * @param claims by the places of {@link PodLayout} where they are mounted; without one, the
   *     scratch folder is a small ephemeral one
   */
  public static V1Pod pod(V1ObjectMeta metadata, Map<Path, String> claims, PodImage image) {
    V1Container container = container(image.name());
    V1PodSpec spec =
        PodParts.restrictedPod(image)
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(SHUTDOWN_SECONDS)
            .addContainersItem(container);
    volumes(claims)
        .forEach(
            (place, volume) -> {
              spec.addVolumesItem(volume);
              container.addVolumeMountsItem(PodParts.mount(volume.getName(), place));
            });
    return new V1Pod()
        .apiVersion("v1")
        .kind("Pod")
        .metadata(metadata.annotations(PodParts.notEvictable()))
        .spec(spec);
  }

  /** Returns a pod that ends when {@link #USED} was not touched for that time, in whole minutes. */
  public static V1Pod temporaryPod(
      V1ObjectMeta metadata, Map<Path, String> claims, PodImage image, Duration idle) {
    V1Pod pod = pod(metadata, claims, image);
    pod.getSpec()
        .getContainers()
        .get(0)
        .setCommand(
            List.of(
                "sh",
                "-c",
                IDLE_WHILE_USED,
                "sh",
                USED.toString(),
                Long.toString(idle.toMinutes())));
    return pod;
  }

  private static Map<Path, V1Volume> volumes(Map<Path, String> claims) {
    Map<Path, V1Volume> volumes = new LinkedHashMap<>();
    if (claims.containsKey(PodLayout.VOLUME)) {
      volumes.put(PodLayout.VOLUME, PodParts.claimed(VOLUME, claims.get(PodLayout.VOLUME)));
    }
    volumes.put(
        PodLayout.SCRATCH,
        claims.containsKey(PodLayout.SCRATCH)
            ? PodParts.claimed(SCRATCH, claims.get(PodLayout.SCRATCH))
            : PodParts.folder(SCRATCH, PodParts.mebibytes(FOLDER_MIB)));
    volumes.put(PodLayout.PRIVATE, PodParts.memoryFolder(PRIVATE));
    volumes.put(Path.of("/tmp"), PodParts.folder(TEMPORARY, PodParts.mebibytes(FOLDER_MIB)));
    volumes.put(Path.of("/dev/shm"), PodParts.memoryFolder(SHARED_MEMORY));
    return volumes;
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
                .limits(Map.of("memory", PodParts.mebibytes(2048))));
  }
}
