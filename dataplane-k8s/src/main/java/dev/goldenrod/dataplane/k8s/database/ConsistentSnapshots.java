package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi.Watched;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.Trouble;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The VolumeSnapshots of databases' volumes. One is taken when it was cut and then marked, because
 * the server stood still meanwhile; any other is unfinished. Thread-safe.
 */
record ConsistentSnapshots(Watched<DynamicKubernetesObject> snapshots) {
  /**
   * That the snapshot was cut while the server stood still: the fingerprint of the private files
   * that went with its data.
   */
  private static final String CONSISTENT = "goldenrod.dev/consistent";

  static Trouble outdated() {
    return Trouble.passing(
        "its administrator's password was changed while it was copied; it is copied again");
  }

  /** Whether the snapshot is of that data. */
  static boolean isOf(SavedData data, DynamicKubernetesObject taken) {
    return Annotations.of(taken, CONSISTENT).filter(data.fingerprint()::equals).isPresent();
  }

  boolean isTaken(String name) {
    return taken(name).isPresent();
  }

  /** Whether the snapshot was taken, and is of that data. */
  boolean isTaken(String name, SavedData data) {
    return taken(name).filter(found -> isOf(data, found)).isPresent();
  }

  Optional<DynamicKubernetesObject> taken(String name) {
    return snapshots
        .api()
        .get(name)
        .filter(found -> !isGoing(found))
        .filter(found -> Annotations.of(found, CONSISTENT).isPresent());
  }

  /**
   * Waits until volumes can be made of the snapshot.
   *
   * @param data that goes with it
   * @throws Trouble when another one was taken in its place
   */
  DynamicKubernetesObject awaitReady(String name, SavedData data, Waiting waiting) {
    return waiting.forValue(
        () ->
            snapshots
                .cache()
                .get(name)
                .filter(SnapshotManifests::isReady)
                .filter(found -> isOf(data, found)),
        () -> {
          DynamicKubernetesObject there =
              taken(name)
                  .filter(found -> isOf(data, found))
                  .orElseThrow(ConsistentSnapshots::outdated);
          return SnapshotManifests.problem(there)
              .map(problem -> "VolumeSnapshot %s: %s".formatted(name, problem));
        });
  }

  /**
   * Waits until an unfinished snapshot of that name is taken or gone. Another server may be at it;
   * when it was killed, what it began has no moment to speak of and is deleted.
   *
   * @throws Trouble when it does not go away
   */
  void awaitUnfinished(String name, Waiting waiting) {
    Optional<DynamicKubernetesObject> there = snapshots.api().get(name);
    if (there.filter(ConsistentSnapshots::isGoing).isPresent()) {
      awaitEnd(name, waiting);
    } else if (there.isPresent()
        && !waiting.until(() -> isTaken(name), Standstill.ABANDONED_AFTER)) {
      discard(there.get());
      awaitEnd(name, waiting);
    }
  }

  /**
   * Makes a snapshot of the volume, and waits until its moment is over.
   *
   * @throws Trouble when it is not cut in time
   */
  DynamicKubernetesObject cut(
      V1ObjectMeta metadata, String claim, String snapshotClass, Waiting waiting) {
    DynamicKubernetesObject made =
        snapshots.api().apply(SnapshotManifests.ofClaim(metadata, claim, snapshotClass));
    if (!waiting.until(() -> isCut(made), Standstill.LONGEST)) {
      String problem = current(made).flatMap(SnapshotManifests::problem).orElse("no reason given");
      discard(made);
      throw Trouble.passing(
          "no snapshot of %s was cut within %d s: %s"
              .formatted(claim, Standstill.LONGEST.toSeconds(), problem));
    }
    return made;
  }

  /** Marks the snapshot as taken of that data. */
  void mark(DynamicKubernetesObject made, SavedData data) {
    snapshots.api().merge(name(made), Annotations.patch(Map.of(CONSISTENT, data.fingerprint())));
  }

  void discard(DynamicKubernetesObject made) {
    snapshots.api().delete(name(made), uid(made));
  }

  private void awaitEnd(String name, Waiting waiting) {
    if (!waiting.until(() -> snapshots.api().get(name).isEmpty(), Standstill.ABANDONED_AFTER)) {
      throw Trouble.passing("the unfinished VolumeSnapshot %s does not go away".formatted(name));
    }
  }

  private boolean isCut(DynamicKubernetesObject made) {
    return current(made).filter(SnapshotManifests::isCut).isPresent();
  }

  /** The very object, by the last news: a former one may have had its name. */
  private Optional<DynamicKubernetesObject> current(DynamicKubernetesObject made) {
    return snapshots
        .cache()
        .get(name(made))
        .filter(seen -> uid(made).equals(seen.getMetadata().getUid()));
  }

  private static boolean isGoing(DynamicKubernetesObject snapshot) {
    return snapshot.getMetadata().getDeletionTimestamp() != null;
  }

  private static String name(DynamicKubernetesObject snapshot) {
    return Objects.requireNonNull(snapshot.getMetadata().getName());
  }

  private static String uid(DynamicKubernetesObject snapshot) {
    return Objects.requireNonNull(snapshot.getMetadata().getUid());
  }
}
