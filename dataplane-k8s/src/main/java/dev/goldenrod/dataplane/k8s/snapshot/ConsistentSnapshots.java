package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi.Watched;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The VolumeSnapshots of databases' volumes. A snapshot counts as taken if it is marked, which
 * happens after it was cut while writes were suspended. Any other one is unfinished. Thread-safe.
 */
record ConsistentSnapshots(Watched<DynamicKubernetesObject> snapshots, WaitTimes times) {
  /** Marks a consistent snapshot, with the fingerprint of the private files of its data. */
  private static final String CONSISTENT = "goldenrod.dev/consistent";

  /**
   * The version of a stopped database's Secret. While the Secret has it, nothing was written to the
   * volume, however long the driver takes.
   */
  private static final String STOPPED = "goldenrod.dev/stopped-version";

  static WorkFailure outdated() {
    return WorkFailure.blocked(
        "the administrator's password of the database was changed during the copy; copying again");
  }

  static boolean isOf(SavedData data, DynamicKubernetesObject taken) {
    return Annotations.of(taken, CONSISTENT).filter(data.fingerprint()::equals).isPresent();
  }

  boolean isTaken(String name) {
    return taken(name).isPresent();
  }

  boolean isTaken(String name, SavedData data) {
    return taken(name).filter(found -> isOf(data, found)).isPresent();
  }

  Optional<DynamicKubernetesObject> taken(String name) {
    return snapshots
        .get(name)
        .filter(found -> !Metadata.isBeingDeleted(found))
        .filter(found -> Annotations.of(found, CONSISTENT).isPresent());
  }

  /**
   * @throws WorkFailure if another snapshot has taken its place
   */
  DynamicKubernetesObject awaitReady(String name, SavedData data, ClusterWait waiting) {
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
          return Optional.of(progress(there));
        });
  }

  private static String progress(DynamicKubernetesObject snapshot) {
    return SnapshotManifests.problem(snapshot)
        .map(problem -> "VolumeSnapshot %s: %s".formatted(Metadata.name(snapshot), problem))
        .orElseGet(
            () ->
                "the driver has been taking VolumeSnapshot %s for %d min"
                    .formatted(Metadata.name(snapshot), minutes(snapshot)));
  }

  /** Compares the cluster's clock with this machine's, which is accurate enough. */
  private static long minutes(DynamicKubernetesObject snapshot) {
    return Optional.ofNullable(snapshot.getMetadata().getCreationTimestamp())
        .map(made -> Duration.between(made.toInstant(), Instant.now()).toMinutes())
        .map(minutes -> Math.max(0, minutes))
        .orElse(0L);
  }

  /**
   * Waits until an unfinished snapshot of that name is taken or gone. Another server may be taking
   * it. If that server was killed or could not mark it, the snapshot may be inconsistent and is
   * deleted, unless its database was stopped then and has not changed since.
   *
   * @param stoppedVersion the resource version of a stopped database's Secret
   * @param isCopied whether the writes of the database's server are suspended
   */
  void awaitUnfinished(
      String name,
      Supplier<Optional<String>> stoppedVersion,
      BooleanSupplier isCopied,
      ClusterWait waiting) {
    Optional<DynamicKubernetesObject> there =
        snapshots
            .get(name)
            .filter(
                found ->
                    Metadata.isBeingDeleted(found)
                        || Annotations.of(found, CONSISTENT).isEmpty()
                            && !isOfStopped(found, stoppedVersion.get()));
    if (there.filter(Metadata::isBeingDeleted).isPresent()) {
      awaitEnd(name, waiting);
    } else if (there.isPresent() && !isTakenByOther(name, isCopied, waiting)) {
      discard(there.get());
      awaitEnd(name, waiting);
    }
  }

  /** The other server suspends the database's writes, and marks the snapshot right after. */
  private boolean isTakenByOther(String name, BooleanSupplier isCopied, ClusterWait waiting) {
    AtomicLong lastCopied = new AtomicLong(System.nanoTime());
    waiting.until(
        () -> {
          if (isCopied.getAsBoolean()) {
            lastCopied.set(System.nanoTime());
          }
          return isTaken(name) || System.nanoTime() - lastCopied.get() > times.silence().toNanos();
        },
        times.abandonedAfter());
    return isTaken(name);
  }

  /**
   * Takes a snapshot while the server's writes are suspended, and waits until it is cut.
   *
   * @param tries counts the drivers' failures to cut in time
   * @throws WorkFailure if it is not cut in time
   */
  DynamicKubernetesObject cut(
      V1ObjectMeta metadata,
      String claim,
      String snapshotClass,
      SlowDrivers.Attempt attempt,
      SlowDrivers tries,
      ClusterWait waiting) {
    DynamicKubernetesObject made =
        snapshots.apply(SnapshotManifests.ofClaim(metadata, claim, snapshotClass));
    if (!waiting.until(() -> isCut(made), times.standstill())) {
      Optional<String> problem = current(made).flatMap(SnapshotManifests::problem);
      discard(made);
      throw problem
          .map(
              reason ->
                  WorkFailure.blocked(
                      "no snapshot of %s was cut within %d s: %s"
                          .formatted(claim, times.standstill().toSeconds(), reason)))
          .orElseGet(() -> tries.failed(attempt));
    }
    tries.succeeded(attempt);
    return made;
  }

  /**
   * Takes or continues a stopped database's snapshot, and waits until it is cut, without a limit.
   */
  DynamicKubernetesObject cutOfStopped(
      V1ObjectMeta metadata,
      String claim,
      String version,
      String snapshotClass,
      ClusterWait waiting) {
    metadata.putAnnotationsItem(STOPPED, version);
    DynamicKubernetesObject made =
        snapshots.apply(SnapshotManifests.ofClaim(metadata, claim, snapshotClass));
    return waiting.forValue(
        () -> Optional.of(made).filter(this::isCut),
        () -> Optional.of(progress(current(made).orElse(made))));
  }

  /** Takes a snapshot that is marked at once, because nothing writes to the volume of a copy. */
  void cutOfCopy(V1ObjectMeta metadata, String claim, SavedData data, String snapshotClass) {
    V1ObjectMeta marked =
        new V1ObjectMeta()
            .name(metadata.getName())
            .labels(metadata.getLabels())
            .ownerReferences(metadata.getOwnerReferences())
            .putAnnotationsItem(CONSISTENT, data.fingerprint());
    snapshots.apply(SnapshotManifests.ofClaim(marked, claim, snapshotClass));
  }

  private static boolean isOfStopped(DynamicKubernetesObject snapshot, Optional<String> version) {
    return version.isPresent() && version.equals(Annotations.of(snapshot, STOPPED));
  }

  /** Marks the snapshot as consistent, unless another server has deleted it as abandoned. */
  void mark(DynamicKubernetesObject made, SavedData data) {
    snapshots.mergeIf(
        Metadata.name(made),
        found -> Metadata.uid(made).equals(Metadata.uid(found)),
        Annotations.patch(Map.of(CONSISTENT, data.fingerprint())));
  }

  void discard(DynamicKubernetesObject made) {
    snapshots.delete(Metadata.name(made), Metadata.uid(made));
  }

  private void awaitEnd(String name, ClusterWait waiting) {
    if (!waiting.until(() -> snapshots.get(name).isEmpty(), times.abandonedAfter())) {
      throw WorkFailure.blocked(
          "the unfinished VolumeSnapshot %s is not deleted yet".formatted(name));
    }
  }

  private boolean isCut(DynamicKubernetesObject made) {
    return current(made).filter(SnapshotManifests::isCut).isPresent();
  }

  /** Returns the cached object with the UID of the given one; empty if it was replaced. */
  private Optional<DynamicKubernetesObject> current(DynamicKubernetesObject made) {
    return snapshots
        .cache()
        .get(Metadata.name(made))
        .filter(seen -> Metadata.uid(made).equals(seen.getMetadata().getUid()));
  }
}
