package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A temporary pod of another image, for inspecting the image. It has no data and no network access.
 * Used by one thread.
 */
final class ImageInspectionPod implements AutoCloseable {
  /** An API request waits during this time. */
  private static final Duration LONGEST_START = Duration.ofSeconds(25);

  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(15);

  /** Limits the life of a pod whose server process was killed. */
  private static final long LIFE_SECONDS = 900;

  private final DatabaseContext context;
  private final ClusterApi cluster;
  private final V1Pod pod;

  private ImageInspectionPod(DatabaseContext context, V1Pod pod) {
    this.context = context;
    this.cluster = context.cluster();
    this.pod = pod;
  }

  /**
   * Starts the pod, and waits until it runs. If its image is still being pulled, the pod stays, and
   * the next call finds it.
   */
  static ImageInspectionPod start(DatabaseContext context, DatabaseRoot root, PodImage image) {
    ClusterApi cluster = context.cluster();
    V1Pod desired = pod(root, image);
    String name = Metadata.name(desired);
    ClusterWait waiting =
        new ClusterWait(
            () -> Thread.currentThread().isInterrupted(),
            problem -> {},
            context.times().reportDelay());
    cluster
        .pods()
        .get(name)
        .filter(found -> isUseless(found, image))
        .ifPresent(found -> end(cluster, found));
    waiting.until(
        () -> cluster.pods().get(name).filter(found -> isUseless(found, image)).isEmpty(),
        LONGEST_START);
    cluster.pods().createIfMissing(desired);
    waiting.until(() -> isDecided(cluster.pods().get(name)), LONGEST_START);
    V1Pod seen =
        cluster
            .pods()
            .get(name)
            .orElseThrow(() -> new DataPlaneException("pod %s was deleted".formatted(name)));
    if (PodStates.isRunning(seen)) {
      return new ImageInspectionPod(context, seen);
    }
    throw notRunning(cluster, seen, image);
  }

  private static boolean isUseless(V1Pod pod, PodImage image) {
    return PodStates.hasEnded(pod)
        || Metadata.isBeingDeleted(pod)
        || !image.name().equals(pod.getSpec().getContainers().get(0).getImage());
  }

  private static boolean isDecided(Optional<V1Pod> pod) {
    return pod.filter(
            found ->
                !PodStates.isRunning(found)
                    && !PodStates.lacksImage(found)
                    && !PodStates.hasEnded(found))
        .isEmpty();
  }

  private static DataPlaneException notRunning(ClusterApi cluster, V1Pod pod, PodImage image) {
    Optional<String> problem = cluster.builds().whyNoNode(pod).or(() -> PodStates.problem(pod));
    if (problem.isPresent()) {
      end(cluster, pod);
    }
    return new DataPlaneException(
        "image %s was not inspected: %s"
            .formatted(
                image.name(),
                problem.orElse(
                    "pod %s is not running yet, possibly because its node is pulling the image; try again in a minute"
                        .formatted(Metadata.name(pod)))));
  }

  private static V1Pod pod(DatabaseRoot root, PodImage image) {
    V1Pod pod =
        StagingManifests.pod(
            new V1ObjectMeta()
                .name("image-" + root.id())
                .labels(Labels.of(Labels.IMAGE_TRIAL, root.id()))
                .addOwnerReferencesItem(root.owner()),
            Map.of(),
            image);
    pod.getSpec().activeDeadlineSeconds(LIFE_SECONDS);
    return pod;
  }

  EngineBuild build() {
    return cluster.builds().running(pod);
  }

  String imageId() {
    return PodStates.imageId(pod).orElse("");
  }

  String output(List<String> command) {
    return context.pods().apply(Metadata.name(pod)).output(command, LONGEST_COMMAND);
  }

  @Override
  public void close() {
    end(cluster, pod);
  }

  private static void end(ClusterApi cluster, V1Pod pod) {
    cluster.pods().delete(Metadata.name(pod), Metadata.uid(pod), 0);
  }
}
