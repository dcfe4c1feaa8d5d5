package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.NetworkPolicies;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A staging place in which one server makes data: a volume, and a pod without network access. The
 * Secret of their name owns all objects. Used by one thread.
 *
 * @param root the Secret
 * @param labels of all objects
 * @param requireFirst throws if another server has made the same before
 */
record StagingPod(
    PreparationContext context,
    V1Secret root,
    Map<String, String> labels,
    Runnable requireFirst,
    ClusterWait waiting) {
  /** The prefix of the keys of the data's private files in the Secret. */
  static final String FILES = "data.";

  private static final Duration LONGEST_SYNC = Duration.ofMinutes(15);

  String name() {
    return Metadata.name(root);
  }

  ClusterApi cluster() {
    return context.cluster();
  }

  SecretFiles files() {
    return new SecretFiles(cluster().secrets(), name(), FILES);
  }

  V1ObjectMeta metadata() {
    return new V1ObjectMeta()
        .name(name())
        .labels(labels)
        .addOwnerReferencesItem(PodParts.ownedBy(root));
  }

  void makeVolume(Quantity size, Optional<String> snapshot) {
    cluster().networkPolicies().createIfMissing(NetworkPolicies.isolation(metadata(), labels));
    cluster()
        .claims()
        .createIfMissing(
            PodParts.claim(
                metadata(), Optional.of(context.classes().get().storageClass()), size, snapshot));
  }

  EnginePod start(String type, String release) {
    create(type, release);
    awaitPod(PodStates::isRunning);
    return context.pods().apply(name());
  }

  /** Returns empty, without a pod, if the image cannot be pulled. */
  Optional<EnginePod> startIfThereIsAnImage(String type, String release) {
    create(type, release);
    V1Pod seen = awaitPod(pod -> PodStates.isRunning(pod) || PodStates.lacksImage(pod));
    if (PodStates.isRunning(seen)) {
      return Optional.of(context.pods().apply(name()));
    }
    end();
    return Optional.empty();
  }

  private V1Pod awaitPod(Predicate<V1Pod> wanted) {
    return waiting.forValue(
        () -> {
          requireFirst.run();
          return Optional.of(livePod()).filter(wanted);
        },
        () -> pod().flatMap(PodStates::problem));
  }

  /** Throws if the pod will not run any more, so that the work starts again. */
  private V1Pod livePod() {
    V1Pod pod =
        pod()
            .or(() -> cluster().pods().get(name()))
            .orElseThrow(() -> WorkFailure.blocked("pod %s was deleted".formatted(name())));
    if (PodStates.hasEnded(pod)) {
      throw WorkFailure.blocked(
          "pod %s: %s".formatted(name(), PodStates.problem(pod).orElse("the pod ended")));
    }
    return pod;
  }

  /**
   * Prepares a foreign data directory, already in the engine's place, as an origin of databases.
   * The pod has the programs of the directory's release. All writes are on the volume when this
   * returns.
   */
  DatabaseInfo prepareDirectory(String release) {
    EnginePod pod = context.pods().apply(name());
    DatabaseInfo info =
        Engines.dataDirectoryImporter()
            .prepare(pod.preparation(release, files(), waiting::isCancelled));
    pod.output(List.of("touch", PodLayout.PREPARED.toString()));
    pod.output(List.of("sync", "-f", PodLayout.VOLUME.toString()), LONGEST_SYNC);
    return info;
  }

  EngineBuild build() {
    return pod().map(cluster().builds()::running).orElse(EngineBuild.UNKNOWN);
  }

  void requireRunning() {
    if (!isRunning()) {
      throw WorkFailure.blocked(
          "pod %s ended%s"
              .formatted(
                  name(), pod().flatMap(PodStates::problem).map(why -> ": " + why).orElse("")));
    }
  }

  boolean isRunning() {
    return cluster().pods().get(name()).filter(PodStates::isRunning).isPresent();
  }

  /** Ends the pod, so that all its writes are on the volume. */
  void end() {
    cluster().pods().delete(name());
    waiting.forValue(
        () -> {
          requireFirst.run();
          return Optional.of(true).filter(yes -> pod().isEmpty());
        },
        () -> Optional.of("pod %s does not end".formatted(name())));
  }

  /** Takes a snapshot that outlives all objects, and returns the driver's handle of it. */
  String takeSnapshot() {
    cluster()
        .snapshots()
        .apply(
            SnapshotManifests.ofClaim(metadata(), name(), context.classes().get().snapshotClass()));
    String content =
        waiting.forValue(
            () -> {
              requireFirst.run();
              return cluster()
                  .snapshots()
                  .cache()
                  .get(name())
                  .filter(SnapshotManifests::isReady)
                  .flatMap(SnapshotManifests::boundContent);
            },
            () -> cluster().snapshots().cache().get(name()).flatMap(SnapshotManifests::problem));
    return cluster()
        .contents()
        .merge(content, SnapshotManifests.retainPatch(labels))
        .flatMap(SnapshotManifests::handle)
        .orElseThrow(
            () -> WorkFailure.blocked("VolumeSnapshotContent %s is gone".formatted(content)));
  }

  private void create(String type, String release) {
    cluster()
        .pods()
        .createIfMissing(
            StagingManifests.pod(
                metadata(),
                Map.of(PodLayout.VOLUME, name()),
                context.images().of(type, release, EngineBuild.UNKNOWN)));
  }

  private Optional<V1Pod> pod() {
    return cluster().pods().cache().get(name());
  }
}
