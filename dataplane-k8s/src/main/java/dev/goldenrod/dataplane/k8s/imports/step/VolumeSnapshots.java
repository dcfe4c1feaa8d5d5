package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** The snapshot of an import's volume, whose content outlives it. */
final class VolumeSnapshots {
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(1);
  private static final Duration LONGEST_END = Duration.ofMinutes(5);

  private final ImportContext context;
  private final ClusterApi cluster;
  private final UUID id;
  private final String name;
  private final BooleanSupplier cancelled;

  VolumeSnapshots(ImportContext context, UUID id, BooleanSupplier cancelled) {
    this.context = context;
    this.cluster = context.cluster();
    this.id = id;
    this.name = ImportManifests.name(id);
    this.cancelled = cancelled;
  }

  /**
   * Takes the snapshot, unless it is there, and returns the driver's handle of it.
   *
   * @throws DataPlaneException when it cannot be taken; the message says why
   */
  String take(V1Secret owner) {
    cluster
        .snapshots()
        .api()
        .apply(ImportManifests.snapshot(id, owner, context.classes().snapshotClass()));
    long begin = System.nanoTime();
    DynamicKubernetesObject ready =
        Waits.until(
            LONGEST,
            cancelled,
            () -> readySince(begin),
            () -> "the snapshot was not ready in " + LONGEST);
    String content = SnapshotManifests.boundContent(ready).orElseThrow();
    context.versions().retain(id, content);
    return cluster
        .contents()
        .api()
        .get(content)
        .flatMap(SnapshotManifests::handle)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "VolumeSnapshotContent %s tells no handle of its snapshot".formatted(content)));
  }

  /** Removes the VolumeSnapshot; its content and the driver's snapshot stay. */
  void forget() {
    cluster.snapshots().api().delete(name);
    Waits.until(
        LONGEST_END,
        cancelled,
        () -> cluster.snapshots().api().get(name).isEmpty() ? Optional.of(true) : Optional.empty(),
        () -> "VolumeSnapshot %s is not deleted".formatted(name));
  }

  private Optional<DynamicKubernetesObject> readySince(long begin) {
    Optional<DynamicKubernetesObject> now = cluster.snapshots().api().get(name);
    Optional<String> problem = now.flatMap(SnapshotManifests::problem);
    if (problem.isPresent() && System.nanoTime() - begin > LONGEST_PROBLEM.toNanos()) {
      throw new DataPlaneException("the volume's snapshot cannot be taken: " + problem.get());
    }
    return now.filter(SnapshotManifests::isReady)
        .filter(one -> SnapshotManifests.boundContent(one).isPresent());
  }
}
