package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.snapshot.BackupSession.State;
import dev.goldenrod.dataplane.k8s.snapshot.OnlineBackups.BackupSource;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The steps of a backup after its beginning. Used by one thread. */
final class BackupSteps {
  private static final Duration LONGEST_TRANSFER = Duration.ofSeconds(10);
  private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(15);

  private final BackupObjects objects;
  private final DynamicKubernetesObject snapshot;
  private final BackupSession session;
  private final BackupVolume volume;
  private final BackupSource source;
  private final ClusterWait waiting;
  private final Duration pollInterval;
  private final long begun = System.nanoTime();
  private long nextPoll = begun;

  BackupSteps(
      BackupObjects objects,
      DynamicKubernetesObject snapshot,
      BackupSession session,
      BackupVolume volume,
      BackupSource source,
      ClusterWait waiting,
      Duration pollInterval) {
    this.objects = objects;
    this.snapshot = snapshot;
    this.session = session;
    this.volume = volume;
    this.source = source;
    this.waiting = waiting;
    this.pollInterval = pollInterval;
  }

  /**
   * @throws WorkFailure if a step cannot be done now, or the session is gone
   */
  void run() {
    awaitSnapshot(SnapshotManifests::isCut);
    session.end();
    State ended = awaitPrinted(OnlineBackup.ENDED, "the database server is ending the backup");
    OnlineBackup.Additions additions = source.engine().additions(ended.lines());
    DynamicKubernetesObject ready = awaitSnapshot(SnapshotManifests::isReady);
    volume.create(objects.name(), SnapshotManifests.restoreSize(ready));
    await(volume::running, volume::progress);
    transferAdditions(additions);
    session.confirm();
    awaitPrinted(OnlineBackup.KEPT, "the database server is checking whether the WAL is complete");
    finish();
    session.close();
  }

  private DynamicKubernetesObject awaitSnapshot(Predicate<DynamicKubernetesObject> wanted) {
    return await(
        () -> seenSnapshot().filter(wanted),
        () -> {
          seenSnapshot().flatMap(SnapshotManifests::problem).ifPresent(this::requirePatience);
          return Optional.of(snapshotProgress());
        });
  }

  private Optional<DynamicKubernetesObject> seenSnapshot() {
    return objects
        .cluster()
        .snapshots()
        .cache()
        .get(objects.name())
        .filter(seen -> Metadata.uid(seen).equals(Metadata.uid(snapshot)));
  }

  /** Limits the wait: the server retains WAL, and some drivers cannot copy files that change. */
  private void requirePatience(String problem) {
    if (System.nanoTime() - begun > LONGEST_PROBLEM.toNanos()) {
      giveUp();
      throw WorkFailure.failed(
          "the driver took no snapshot of the database within %d min: %s; stop the database, then copy it"
              .formatted(LONGEST_PROBLEM.toMinutes(), problem));
    }
  }

  private String snapshotProgress() {
    return "the database keeps running in backup mode while the driver takes VolumeSnapshot %s, for %d min%s"
        .formatted(
            objects.name(),
            Duration.ofNanos(System.nanoTime() - begun).toMinutes(),
            seenSnapshot()
                .flatMap(SnapshotManifests::problem)
                .map(problem -> ": " + problem)
                .orElse(""));
  }

  private void transferAdditions(OnlineBackup.Additions additions) {
    BackupVolume.Transfer transfer = volume.transfer(additions, waiting);
    await(
        () -> Optional.of(true).filter(yes -> transfer.isDoneWithin(LONGEST_TRANSFER)),
        () -> Optional.of(transfer.progress()));
  }

  private void finish() {
    String problem = volume.finish();
    if (!problem.isBlank()) {
      objects.remove();
      throw WorkFailure.blocked("the copy is unusable: %s; copying again".formatted(problem));
    }
    volume.complete(session.id(), waiting);
  }

  private State awaitPrinted(String word, String progress) {
    return waiting.forValue(
        () -> Optional.of(poll()).filter(state -> state.hasPrinted(word)),
        () -> Optional.of(progress));
  }

  /** Polls the session while waiting, which keeps it open. */
  private <T> T await(Supplier<Optional<T>> value, Supplier<Optional<String>> progress) {
    return waiting.forValue(
        () -> {
          if (System.nanoTime() >= nextPoll) {
            poll();
            nextPoll = System.nanoTime() + pollInterval.toNanos();
          }
          return value.get();
        },
        progress);
  }

  private State poll() {
    State state = session.poll();
    if (state.isClosed()) {
      giveUp();
      throw ended(state);
    }
    return state;
  }

  private void giveUp() {
    session.close();
    objects.remove();
  }

  private static WorkFailure ended(State state) {
    return state.isFull()
        ? WorkFailure.failed(
            "less than a twentieth of the database's volume is free, and writes during the copy could fill it; give the database more storage, or stop it, then copy it")
        : WorkFailure.blocked(
            "the database server ended the backup during the copy, which starts again: "
                + state.errors());
  }
}
