package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodFiles;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.NetworkPolicies;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.snapshot.OnlineBackups.BackupSource;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The volume on which a copy gets the files that belong to it, and the pod that writes them. Used
 * by one thread.
 */
record BackupVolume(
    BackupObjects objects, StorageClasses classes, EnginePod pod, BackupSource source) {
  private static final String COMPLETE = "goldenrod.dev/complete-backup";

  private static final Path ADDITIONS = PodLayout.VOLUME.resolve("additions");

  private static final String FINISH =
      """
      set -e
      said=$(sh -c "$1" sh "$2" "$3")
      rm -rf -- "$3"
      sync
      printf '%s' "$said"
      """;

  /** Returns whether the session's backup is complete on the volume. */
  boolean isComplete(String session) {
    return cluster()
        .claims()
        .get(objects.name())
        .filter(claim -> !Metadata.isBeingDeleted(claim))
        .flatMap(claim -> Annotations.of(claim, COMPLETE))
        .filter(session::equals)
        .isPresent();
  }

  /**
   * @param least minimum size of the volume, as in {@code 1Gi}
   */
  void create(String snapshot, Optional<String> least) {
    Map<String, String> labels = Labels.of(Labels.BACKUP, source.owner());
    V1PersistentVolumeClaim claim =
        cluster()
            .claims()
            .createIfMissing(
                PodParts.claim(
                    metadata(labels),
                    Optional.of(classes.storageClass()),
                    size(least),
                    Optional.of(snapshot)));
    V1ObjectMeta ofPolicy = metadata(labels).ownerReferences(List.of(ownedBy(claim)));
    cluster().networkPolicies().createIfMissing(NetworkPolicies.isolation(ofPolicy, labels));
    cluster()
        .pods()
        .createIfMissing(
            StagingManifests.pod(
                metadata(labels), Map.of(PodLayout.VOLUME, objects.name()), source.image()));
  }

  /** The claim owns the policy, because Goldenrod's role may not delete policies. */
  private static V1OwnerReference ownedBy(V1PersistentVolumeClaim claim) {
    return new V1OwnerReference()
        .apiVersion("v1")
        .kind("PersistentVolumeClaim")
        .name(claim.getMetadata().getName())
        .uid(claim.getMetadata().getUid());
  }

  private Quantity size(Optional<String> least) {
    return least
        .map(Quantity::fromString)
        .filter(size -> size.getNumber().compareTo(source.size().getNumber()) > 0)
        .orElse(source.size());
  }

  /** Returns the pod if it runs; throws if it never will. */
  Optional<V1Pod> running() {
    V1Pod there =
        seenPod()
            .or(() -> cluster().pods().get(objects.name()))
            .orElseThrow(() -> WorkFailure.blocked("pod %s was deleted".formatted(objects.name())));
    if (PodStates.hasEnded(there)) {
      cluster().pods().delete(objects.name());
      throw WorkFailure.blocked(
          "pod %s: %s".formatted(objects.name(), PodStates.problem(there).orElse("the pod ended")));
    }
    return Optional.of(there).filter(PodStates::isRunning);
  }

  Optional<String> progress() {
    return seenPod()
        .flatMap(PodStates::problem)
        .or(
            () ->
                Optional.of(
                    "the driver is creating volume %s from the snapshot; the WAL is added next"
                        .formatted(objects.name())));
  }

  private Optional<V1Pod> seenPod() {
    return cluster().pods().cache().get(objects.name());
  }

  /** Returns a transfer from the server's pod, which skips files that are there. */
  Transfer transfer(OnlineBackup.Additions additions, ClusterWait waiting) {
    PodFiles from = source.pod().files(waiting::isCancelled);
    PodFiles to = pod.files(waiting::isCancelled);
    return new Transfer(additions, from, to);
  }

  /** Makes the copy startable; returns what is wrong with it, or a blank text. */
  String finish() {
    String script = source.engine().complete();
    return pod.output(
        EnginePod.shell(FINISH, script, PodLayout.DATA.toString(), ADDITIONS.toString()));
  }

  /** Ends the pod, so that all its writes are on the volume, and marks the copy as complete. */
  void complete(String session, ClusterWait waiting) {
    cluster().pods().delete(objects.name());
    waiting.forValue(
        () -> Optional.of(true).filter(yes -> cluster().pods().get(objects.name()).isEmpty()),
        () -> Optional.of("pod %s does not end".formatted(objects.name())));
    cluster().claims().merge(objects.name(), Annotations.patch(Map.of(COMPLETE, session)));
  }

  private ClusterApi cluster() {
    return objects.cluster();
  }

  private V1ObjectMeta metadata(Map<String, String> labels) {
    return new V1ObjectMeta()
        .name(objects.name())
        .labels(labels)
        .ownerReferences(source.copy().getOwnerReferences());
  }

  /** A transfer of the server's files that a copy needs, one by one. Used by one thread. */
  static final class Transfer {
    private final OnlineBackup.Additions additions;
    private final PodFiles from;
    private final PodFiles to;
    private final Deque<String> missing;

    /** Skips the files that an interrupted transfer has brought. */
    private Transfer(OnlineBackup.Additions additions, PodFiles from, PodFiles to) {
      this.additions = additions;
      this.from = from;
      this.to = to;
      Set<String> brought = to.list(ADDITIONS);
      this.missing =
          new ArrayDeque<>(
              additions.logs().stream().filter(path -> !brought.contains(path)).toList());
    }

    /** Transfers files until all are there or the time is over; returns whether all are there. */
    boolean isDoneWithin(Duration time) {
      long end = System.nanoTime() + time.toNanos();
      while (!missing.isEmpty() && System.nanoTime() < end) {
        String path = missing.element();
        to.copy(from, PodLayout.DATA.resolve(path), ADDITIONS.resolve(path));
        missing.remove();
      }
      if (missing.isEmpty()) {
        additions.texts().forEach(text -> to.write(ADDITIONS.resolve(text.path()), text.content()));
      }
      return missing.isEmpty();
    }

    String progress() {
      int all = additions.logs().size();
      return "adding the WAL written during the copy: %d of %d files are there"
          .formatted(all - missing.size(), all);
    }
  }
}
