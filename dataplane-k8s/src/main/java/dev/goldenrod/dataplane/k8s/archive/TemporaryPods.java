package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.NetworkPolicies;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.version.PreparationContext;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Temporary pods, each with a volume, that any server may use. A pod ends by itself after ten
 * minutes without use, and is started again when it is needed. Its network policy allows it no
 * connections. Thread-safe.
 */
final class TemporaryPods {
  static final Duration IDLE = Duration.ofMinutes(10);

  private static final Duration USE_INTERVAL = Duration.ofMinutes(1);

  /** An API request waits during this time. */
  private static final Duration LONGEST_START = Duration.ofSeconds(40);

  private final PreparationContext context;
  private final ClusterApi cluster;
  private final Map<String, Long> lastUses = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /**
   * A pod, its volume and its network policy, all of the same name and labels.
   *
   * @param root ensures the Secret that owns them
   * @param size of the volume
   * @param snapshot the VolumeSnapshot to restore the volume from; empty for an empty volume
   */
  record PodRequest(
      String name,
      Map<String, String> labels,
      Supplier<V1Secret> root,
      Quantity size,
      Optional<String> snapshot,
      PodImage image) {}

  TemporaryPods(PreparationContext context) {
    this.context = context;
    this.cluster = context.cluster();
  }

  /**
   * @throws DataPlaneUnreachableException if the pod does not run within some seconds; it continues
   *     to start
   */
  EnginePod ensureRunning(PodRequest request) {
    if (seen(request).filter(PodStates::isRunning).isEmpty()) {
      start(request);
    }
    EnginePod pod = context.pods().apply(request.name());
    markUsed(pod);
    return pod;
  }

  private void start(PodRequest request) {
    lastUses.remove(request.name());
    ClusterWait waiting =
        new ClusterWait(() -> isClosed, problem -> {}, context.times().reportDelay());
    if (!waiting.until(() -> isStarted(request), LONGEST_START)) {
      throw new DataPlaneUnreachableException(
          "pod %s, which reads and writes archives, is not running yet%s; try again"
              .formatted(
                  request.name(),
                  seen(request).flatMap(PodStates::problem).map(why -> ": " + why).orElse("")));
    }
  }

  private boolean isStarted(PodRequest request) {
    Optional<V1Pod> pod = cluster.pods().get(request.name());
    if (pod.filter(PodStates::hasEnded).isPresent()) {
      cluster.pods().delete(request.name());
      return false;
    }
    if (pod.isEmpty()) {
      createObjects(request);
    }
    return pod.filter(PodStates::isRunning).isPresent();
  }

  /** Creates the objects, unless their predecessors are still being deleted. */
  private void createObjects(PodRequest request) {
    V1Secret root = request.root().get();
    boolean isBeingDeleted =
        Metadata.isBeingDeleted(root)
            || cluster.claims().get(request.name()).filter(Metadata::isBeingDeleted).isPresent();
    if (isBeingDeleted) {
      return;
    }
    cluster
        .networkPolicies()
        .createIfMissing(NetworkPolicies.isolation(metadata(request, root), request.labels()));
    cluster
        .claims()
        .createIfMissing(
            PodParts.claim(
                metadata(request, root),
                Optional.of(context.classes().get().storageClass()),
                request.size(),
                request.snapshot()));
    cluster
        .pods()
        .createIfMissing(
            StagingManifests.temporaryPod(
                metadata(request, root),
                Map.of(PodLayout.VOLUME, request.name()),
                request.image(),
                IDLE));
  }

  private void markUsed(EnginePod pod) {
    Long last = lastUses.get(pod.name());
    long now = System.nanoTime();
    if (last == null || now - last > USE_INTERVAL.toNanos()) {
      pod.output(List.of("touch", StagingManifests.USED.toString()), LONGEST_START);
      lastUses.put(pod.name(), now);
    }
  }

  /** Returns whether the pod with the Secret's name has ended, or did not start in time. */
  boolean isAbandoned(V1Secret root) {
    String name = Metadata.name(root);
    Optional<V1Pod> pod = cluster.pods().cache().get(name);
    return pod.map(PodStates::hasEnded).orElseGet(() -> isPastStartTime(root));
  }

  private static boolean isPastStartTime(V1Secret root) {
    OffsetDateTime made = root.getMetadata().getCreationTimestamp();
    return made != null && made.plus(IDLE).isBefore(OffsetDateTime.now(ZoneOffset.UTC));
  }

  /** Removes the pod of that name if it has ended. Its volume stays. */
  void removeEnded(String name) {
    if (cluster.pods().cache().get(name).filter(PodStates::hasEnded).isPresent()) {
      cluster.pods().delete(name);
    }
  }

  void close() {
    isClosed = true;
  }

  private Optional<V1Pod> seen(PodRequest request) {
    return cluster.pods().cache().get(request.name());
  }

  private static V1ObjectMeta metadata(PodRequest request, V1Secret root) {
    return new V1ObjectMeta()
        .name(request.name())
        .labels(request.labels())
        .addOwnerReferencesItem(PodParts.ownedBy(root));
  }
}
