package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.Optional;

/**
 * The objects that represent a registered snapshot while its data is copied. Deleting them does not
 * delete the driver's snapshot. Used by one thread.
 */
final class RegisteredSnapshot implements AutoCloseable {
  private static final Duration LONGEST_PROBLEM = Duration.ofSeconds(15);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final VersionRef version;
  private final StagingPod staging;
  private final ClusterApi cluster;
  private final String name;

  RegisteredSnapshot(VersionRef version, StagingPod staging) {
    this.version = version;
    this.staging = staging;
    this.cluster = staging.cluster();
    this.name = staging.name() + "-origin";
  }

  String name() {
    return name;
  }

  /** Creates the VolumeSnapshot; throws if the driver does not find the registered snapshot. */
  DynamicKubernetesObject open() {
    StorageClasses classes = staging.context().classes().get();
    cluster
        .contents()
        .createIfMissing(
            SnapshotManifests.content(
                new V1ObjectMeta()
                    .name(name)
                    .labels(
                        Labels.of(
                            Labels.REGISTERED_ORIGIN,
                            Labels.id(staging.root(), Labels.REGISTERED).orElseThrow())),
                version.handle(),
                classes.driver(),
                classes.snapshotClass(),
                cluster.namespace(),
                name));
    V1ObjectMeta metadata = staging.metadata().name(name);
    cluster.snapshots().apply(SnapshotManifests.ofContent(metadata, name, classes.snapshotClass()));
    staging.waiting().until(() -> ready().isPresent() || problem().isPresent(), LONGEST);
    staging.waiting().until(() -> ready().isPresent(), LONGEST_PROBLEM);
    return ready().orElseThrow(() -> unusable(classes.driver()));
  }

  /** Removes the objects, also if the thread is interrupted. The driver's snapshot stays. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      delete();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void delete() {
    try {
      cluster.snapshots().delete(name);
    } finally {
      cluster.contents().delete(name);
    }
  }

  private Optional<DynamicKubernetesObject> ready() {
    return cluster.snapshots().cache().get(name).filter(SnapshotManifests::isReady);
  }

  private Optional<String> problem() {
    return cluster
        .snapshots()
        .cache()
        .get(name)
        .flatMap(SnapshotManifests::problem)
        .or(() -> cluster.contents().cache().get(name).flatMap(SnapshotManifests::problem));
  }

  private WorkFailure unusable(String driver) {
    return WorkFailure.failed(
        "golden '%s' version %d: driver %s has no snapshot with handle '%s' that volumes can be made from: %s; register the handle of an existing snapshot, as shown in its VolumeSnapshotContent"
            .formatted(
                version.golden(),
                version.version(),
                driver,
                version.handle(),
                problem().orElse("no reason given")));
  }
}
