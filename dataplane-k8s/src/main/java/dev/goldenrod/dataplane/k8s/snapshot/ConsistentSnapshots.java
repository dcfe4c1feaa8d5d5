package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi.Watched;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The VolumeSnapshots of databases' volumes. One is taken when it was cut and then marked, because
 * the server stood still meanwhile; any other is unfinished. Thread-safe.
 */
public record ConsistentSnapshots(Watched<DynamicKubernetesObject> snapshots, WaitTimes times) {
  /**
   * That the snapshot was cut while the server stood still: the fingerprint of the private files
   * that went with its data.
   */
  private static final String CONSISTENT = "goldenrod.dev/consistent";

  /**
   * Which version of the database's Secret says that no server runs, when it was begun: as long as
   * it is of that version, nothing has changed on the volume, and the driver may take its time.
   */
  private static final String STOPPED = "goldenrod.dev/stopped-version";

  public static WorkFailure outdated() {
    return WorkFailure.blocked(
        "its administrator's password was changed while it was copied; it is copied again");
  }

  /** Whether the snapshot is of that data. */
  public static boolean isOf(SavedData data, DynamicKubernetesObject taken) {
    return Annotations.of(taken, CONSISTENT).filter(data.fingerprint()::equals).isPresent();
  }

  public boolean isTaken(String name) {
    return taken(name).isPresent();
  }

  /** Whether the snapshot was taken, and is of that data. */
  public boolean isTaken(String name, SavedData data) {
    return taken(name).filter(found -> isOf(data, found)).isPresent();
  }

  public Optional<DynamicKubernetesObject> taken(String name) {
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
   * @throws WorkFailure when another one was taken in its place
   */
  public DynamicKubernetesObject awaitReady(String name, SavedData data, Waiting waiting) {
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

  /** How far the driver is with it, in a sentence. */
  private static String progress(DynamicKubernetesObject snapshot) {
    return SnapshotManifests.problem(snapshot)
        .map(problem -> "VolumeSnapshot %s: %s".formatted(name(snapshot), problem))
        .orElseGet(
            () ->
                "the driver has been taking VolumeSnapshot %s for %d min"
                    .formatted(name(snapshot), minutes(snapshot)));
  }

  /** By the clocks of the cluster and of this machine, which is near enough. */
  private static long minutes(DynamicKubernetesObject snapshot) {
    return Optional.ofNullable(snapshot.getMetadata().getCreationTimestamp())
        .map(made -> Duration.between(made.toInstant(), Instant.now()).toMinutes())
        .map(minutes -> Math.max(0, minutes))
        .orElse(0L);
  }

  /**
   * Waits until an unfinished snapshot of that name is taken or gone. Another server may be at it;
   * when it was killed, or could not mark what it took, what it began has no moment to speak of and
   * is deleted, unless the volume is as it was then.
   *
   * @param stoppedVersion of the database's Secret, when it says that no server runs
   * @param isCopied whether the database's server stands still
   * @throws WorkFailure when it does not go away
   */
  public void awaitUnfinished(
      String name,
      Supplier<Optional<String>> stoppedVersion,
      BooleanSupplier isCopied,
      Waiting waiting) {
    Optional<DynamicKubernetesObject> there =
        snapshots
            .api()
            .get(name)
            .filter(found -> isGoing(found) || Annotations.of(found, CONSISTENT).isEmpty())
            .filter(found -> isGoing(found) || !isOfStopped(found, stoppedVersion.get()));
    if (there.filter(ConsistentSnapshots::isGoing).isPresent()) {
      awaitEnd(name, waiting);
    } else if (there.isPresent() && !isTakenByOther(name, isCopied, waiting)) {
      discard(there.get());
      awaitEnd(name, waiting);
    }
  }

  /** The server that takes it pauses the database, and marks the snapshot right after. */
  private boolean isTakenByOther(String name, BooleanSupplier isCopied, Waiting waiting) {
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
   * Makes a snapshot of the volume while its server stands still, and waits until its moment is
   * over.
   *
   * @param attempt what it is in the eyes of {@code tries}
   * @param tries of drivers that are too slow for that
   * @throws WorkFailure when it is not cut in time
   */
  public DynamicKubernetesObject cut(
      V1ObjectMeta metadata,
      String claim,
      String snapshotClass,
      SlowDrivers.Attempt attempt,
      SlowDrivers tries,
      Waiting waiting) {
    DynamicKubernetesObject made =
        snapshots.api().apply(SnapshotManifests.ofClaim(metadata, claim, snapshotClass));
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
   * Makes a snapshot of a volume that is not written to, or goes on with one that was begun since,
   * and waits until its moment is over, without end.
   *
   * @param version of the database's Secret, which says that no server runs
   */
  public DynamicKubernetesObject cutOfStopped(
      V1ObjectMeta metadata, String claim, String version, String snapshotClass, Waiting waiting) {
    metadata.putAnnotationsItem(STOPPED, version);
    DynamicKubernetesObject made =
        snapshots.api().apply(SnapshotManifests.ofClaim(metadata, claim, snapshotClass));
    return waiting.forValue(
        () -> Optional.of(made).filter(this::isCut),
        () -> Optional.of(progress(current(made).orElse(made))));
  }

  /**
   * Makes a snapshot of a volume that has a copy of the data and is not written to: at whatever
   * moment it is cut, it is taken.
   */
  public void cutOfCopy(V1ObjectMeta metadata, String claim, SavedData data, String snapshotClass) {
    V1ObjectMeta marked =
        new V1ObjectMeta()
            .name(metadata.getName())
            .labels(metadata.getLabels())
            .ownerReferences(metadata.getOwnerReferences())
            .putAnnotationsItem(CONSISTENT, data.fingerprint());
    snapshots.api().apply(SnapshotManifests.ofClaim(marked, claim, snapshotClass));
  }

  /** Whether it is of a volume that was not written to since that version. */
  private static boolean isOfStopped(DynamicKubernetesObject snapshot, Optional<String> version) {
    return version.isPresent() && version.equals(Annotations.of(snapshot, STOPPED));
  }

  /**
   * Marks the snapshot as taken of that data; without effect when another server has taken it for
   * abandoned, and deleted it.
   */
  public void mark(DynamicKubernetesObject made, SavedData data) {
    snapshots
        .api()
        .mergeIf(
            name(made),
            found -> uid(made).equals(uid(found)),
            Annotations.patch(Map.of(CONSISTENT, data.fingerprint())));
  }

  public void discard(DynamicKubernetesObject made) {
    snapshots.api().delete(name(made), uid(made));
  }

  private void awaitEnd(String name, Waiting waiting) {
    if (!waiting.until(() -> snapshots.api().get(name).isEmpty(), times.abandonedAfter())) {
      throw WorkFailure.blocked(
          "the unfinished VolumeSnapshot %s does not go away".formatted(name));
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
