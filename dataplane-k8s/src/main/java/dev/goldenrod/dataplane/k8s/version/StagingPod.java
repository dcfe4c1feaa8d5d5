package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.NetworkPolicies;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Where one server makes data: a volume and a pod that connects nowhere. All objects belong to the
 * Secret of their name. Used by one thread.
 *
 * @param root the Secret
 * @param labels that all objects have
 * @param requireFirst throws when another server has made the same before
 */
record StagingPod(
    PreparationContext context,
    V1Secret root,
    Map<String, String> labels,
    Runnable requireFirst,
    Waiting waiting) {
  /** The keys of the data's own files in its Secret begin so. */
  static final String FILES = "data.";

  String name() {
    return Objects.requireNonNull(root.getMetadata().getName());
  }

  ClusterApi cluster() {
    return context.cluster();
  }

  /** What goes with the data. */
  SecretFiles files() {
    return new SecretFiles(cluster().secrets().api(), name(), FILES);
  }

  /** Of a new object of the place's name. */
  V1ObjectMeta metadata() {
    return new V1ObjectMeta()
        .name(name())
        .labels(labels)
        .addOwnerReferencesItem(PodParts.ownedBy(root));
  }

  /** Makes the volume, empty or of that VolumeSnapshot. */
  void makeVolume(Quantity size, Optional<String> snapshot) {
    cluster()
        .networkPolicies()
        .api()
        .createIfMissing(NetworkPolicies.isolation(metadata(), labels));
    cluster()
        .claims()
        .api()
        .createIfMissing(
            PodParts.claim(
                metadata(), Optional.of(context.classes().get().storageClass()), size, snapshot));
  }

  /**
   * Starts a pod with the programs of that release, and waits until it runs.
   *
   * @throws WorkFailure when it never will
   */
  EnginePod start(String type, String release) {
    create(type, release);
    awaitPod(PodStates::isRunning);
    return context.pods().apply(name());
  }

  /** The same; empty, and without a pod, when the cluster cannot get the release's image. */
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

  /** With a pod that never runs any more, making begins anew. */
  private V1Pod livePod() {
    V1Pod pod =
        pod()
            .or(() -> cluster().pods().api().get(name()))
            .orElseThrow(() -> WorkFailure.blocked("pod %s was deleted".formatted(name())));
    if (PodStates.hasEnded(pod)) {
      throw WorkFailure.blocked(
          "pod %s: %s".formatted(name(), PodStates.problem(pod).orElse("the pod ended")));
    }
    return pod;
  }

  /** The programs of the pod, while it is there. */
  EngineBuild build() {
    return pod().map(cluster().builds()::running).orElse(EngineBuild.UNKNOWN);
  }

  /**
   * Ensures that the pod still runs.
   *
   * @throws WorkFailure when it does not
   */
  void requireRunning() {
    if (!isRunning()) {
      throw WorkFailure.blocked(
          "pod %s ended%s"
              .formatted(
                  name(), pod().flatMap(PodStates::problem).map(why -> ": " + why).orElse("")));
    }
  }

  /** Whether the pod still runs. */
  boolean isRunning() {
    return cluster().pods().api().get(name()).filter(PodStates::isRunning).isPresent();
  }

  /** Ends the pod: all it wrote is in the volume then. */
  void end() {
    cluster().pods().api().delete(name());
    waiting.forValue(
        () -> {
          requireFirst.run();
          return Optional.of(true).filter(yes -> pod().isEmpty());
        },
        () -> Optional.of("pod %s does not end".formatted(name())));
  }

  /** Throws when the work is not wanted any more; false else. */
  boolean isCancelled() {
    waiting.requireWanted();
    return false;
  }

  /** The driver's snapshot of the volume, which outlives all objects that stand for it. */
  String keep() {
    cluster()
        .snapshots()
        .api()
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
        .api()
        .merge(content, SnapshotManifests.retained(labels))
        .flatMap(SnapshotManifests::handle)
        .orElseThrow(
            () -> WorkFailure.blocked("VolumeSnapshotContent %s is gone".formatted(content)));
  }

  private void create(String type, String release) {
    cluster()
        .pods()
        .api()
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
