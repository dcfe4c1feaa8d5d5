package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The pod in which data is made: it does nothing by itself, and has an engine's programs and the
 * volume at hand.
 *
 * @param name of the pod and of its claim
 * @param owner what it goes with
 */
public record StagingManifests(
    String name, Map<String, String> labels, Images images, V1OwnerReference owner) {
  private static final String VOLUME = "volume";

  /** Collects what ended, and ends when it is told to. */
  private static final String IDLE =
      "trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done";

  /**
   * The pod.
   *
   * @param type the engine's, as in {@code postgresql}
   */
  public V1Pod pod(String type, String release) {
    return new V1Pod()
        .apiVersion("v1")
        .kind("Pod")
        .metadata(new V1ObjectMeta().name(name).labels(labels).addOwnerReferencesItem(owner))
        .spec(spec(images.of(type, release)));
  }

  private V1PodSpec spec(String image) {
    return PodParts.restrictedPod(images)
        .restartPolicy("Never")
        .terminationGracePeriodSeconds(2L)
        .addContainersItem(container(image))
        .addVolumesItem(PodParts.claimed(VOLUME, name))
        .addVolumesItem(PodParts.folder("temporary"))
        .addVolumesItem(PodParts.folder("scratch"))
        .addVolumesItem(PodParts.memoryFolder("private"))
        .addVolumesItem(PodParts.memoryFolder("shared-memory"));
  }

  private static V1Container container(String image) {
    return new V1Container()
        .name(PodLayout.CONTAINER)
        .image(image)
        .command(List.of("/bin/sh", "-c", IDLE))
        .securityContext(PodParts.restrictedContainer())
        .resources(
            new V1ResourceRequirements()
                .putRequestsItem("memory", PodParts.mebibytes(512))
                .putRequestsItem("cpu", PodParts.millis(100))
                .putLimitsItem("memory", PodParts.mebibytes(4096)))
        .addVolumeMountsItem(PodParts.mount(VOLUME, PodLayout.VOLUME))
        .addVolumeMountsItem(PodParts.mount("temporary", Path.of("/tmp")))
        .addVolumeMountsItem(PodParts.mount("scratch", PodLayout.SCRATCH))
        .addVolumeMountsItem(PodParts.mount("private", PodLayout.PRIVATE))
        .addVolumeMountsItem(PodParts.mount("shared-memory", Path.of("/dev/shm")));
  }
}
