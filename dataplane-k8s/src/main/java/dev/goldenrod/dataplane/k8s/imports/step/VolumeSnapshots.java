package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The snapshot of an import's volume. Its content outlives the VolumeSnapshot. */
final class VolumeSnapshots {
  private final ImportContext context;
  private final ClusterApi cluster;
  private final UUID id;
  private final String name;
  private final StepRun run;

  VolumeSnapshots(ImportContext context, UUID id, StepRun run) {
    this.context = context;
    this.cluster = context.cluster();
    this.id = id;
    this.name = ImportManifests.name(id);
    this.run = run;
  }

  /** Takes the snapshot unless it exists, and returns the driver's handle. May take hours. */
  String take(V1Secret owner) {
    cluster
        .snapshots()
        .api()
        .apply(ImportManifests.snapshot(id, owner, context.classes().snapshotClass()));
    long begin = System.nanoTime();
    DriverErrorClassifier errors = new DriverErrorClassifier();
    DynamicKubernetesObject ready =
        StepPolling.until(run, () -> ready(errors), () -> isBeingTaken(begin));
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
                    "VolumeSnapshotContent %s has no snapshot handle".formatted(content)));
  }

  /** Keeps the content and the driver's snapshot. */
  void remove() {
    cluster.snapshots().api().delete(name);
    StepPolling.until(
        run,
        () -> cluster.snapshots().api().get(name).isEmpty() ? Optional.of(true) : Optional.empty(),
        () -> "VolumeSnapshot %s is not deleted yet".formatted(name));
  }

  private Optional<DynamicKubernetesObject> ready(DriverErrorClassifier errors) {
    Optional<DynamicKubernetesObject> now = cluster.snapshots().api().get(name);
    errors
        .lastingProblem(now.flatMap(SnapshotManifests::problem))
        .ifPresent(
            problem -> {
              throw new DataPlaneException("cannot take the snapshot of the volume: " + problem);
            });
    return now.filter(SnapshotManifests::isReady)
        .filter(one -> SnapshotManifests.boundContent(one).isPresent());
  }

  private String isBeingTaken(long begin) {
    Optional<DynamicKubernetesObject> now = cluster.snapshots().cache().get(name);
    String how =
        now.flatMap(SnapshotManifests::problem)
            .map(problem -> "; it reports: " + problem)
            .orElse(
                now.filter(SnapshotManifests::isCut).isPresent()
                    ? "; it is cut but not ready to use yet"
                    : "");
    long minutes = Duration.ofNanos(System.nanoTime() - begin).toMinutes();
    return "the driver has been taking VolumeSnapshot %s for %d min%s"
        .formatted(name, minutes, how);
  }
}
