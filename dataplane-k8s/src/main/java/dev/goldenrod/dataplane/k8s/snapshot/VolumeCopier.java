package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.StandstillTimes;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.EngineServer;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes snapshots of databases' volumes. All processes of the server are stopped while the driver
 * cuts one, so that the copy is of one point in time even if the driver copies file by file. Where
 * that takes too long, the engine's online backup makes the copy consistent.
 */
public final class VolumeCopier {
  /** Limit of the copies that are repeated because the password changed meanwhile. */
  private static final int MOST_COPIES = 5;

  /** Time for a server to write out its memory before the copy. */
  private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);

  private final DatabaseContext context;
  private final DatabaseServers servers;
  private final DatabaseObjects objects;
  private final ConsistentSnapshots snapshots;
  private final SlowDrivers slowDrivers;
  private final OnlineBackups backups;
  private final KeyedLocks<UUID> locks = new KeyedLocks<>();
  private final StandstillTimes standstills = new StandstillTimes();

  public VolumeCopier(DatabaseContext context, DatabaseServers servers) {
    this.context = context;
    this.servers = servers;
    this.objects = new DatabaseObjects(context.cluster());
    this.snapshots = new ConsistentSnapshots(context.cluster().snapshots(), context.times());
    this.slowDrivers = new SlowDrivers(Clock.systemUTC(), context.times().standstill());
    this.backups = new OnlineBackups(context, servers, objects, snapshots);
  }

  public StandstillTimes standstills() {
    return standstills;
  }

  public boolean isTaken(String name, SavedData data) {
    return snapshots.isTaken(name, data);
  }

  public DynamicKubernetesObject awaitReady(String name, SavedData data, ClusterWait waiting) {
    DynamicKubernetesObject ready = snapshots.awaitReady(name, data, waiting);
    backups.remove(name);
    return ready;
  }

  public void abandon(UUID owner) {
    backups.abandon(owner);
  }

  /**
   * Ensures a snapshot of the database as of some moment after the first call.
   *
   * @return the metadata and private files of the copied data
   */
  public SavedData ensure(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    String name = Objects.requireNonNull(metadata.getName());
    for (int left = MOST_COPIES; left > 0; left--) {
      ensureTaken(database, metadata, waiting);
      Optional<SavedData> data = dataOf(name, database);
      if (data.isPresent()) {
        return data.get();
      }
    }
    throw ConsistentSnapshots.outdated();
  }

  private void ensureTaken(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    String name = Objects.requireNonNull(metadata.getName());
    snapshots.awaitUnfinished(
        name, () -> stoppedVersion(database), () -> standsStill(database), waiting);
    if (snapshots.isTaken(name)) {
      return;
    }
    objects.requireClaim(database);
    if (goesOn(name, database)) {
      backups.take(database, metadata, waiting);
    } else {
      takeInTurn(database, metadata, waiting);
    }
  }

  /** Returns whether the server runs during the copy, which allows several copies at once. */
  private boolean goesOn(String name, DatabaseRoot database) {
    return database.isToRun()
        && (slowDrivers.isSlow(database.id()) || backups.isBegun(name))
        && backups.arePossible(database);
  }

  private void takeInTurn(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    locks.lock(database.id());
    try {
      take(database, metadata, waiting);
    } finally {
      locks.unlock(database.id());
    }
  }

  /**
   * Returns empty and discards the snapshot if the administrator's password may have been another
   * one when it was cut, as after a start.
   */
  private Optional<SavedData> dataOf(String name, DatabaseRoot database) {
    SavedData data = database.savedData(context.cluster().secrets());
    DynamicKubernetesObject taken =
        snapshots.taken(name).orElseThrow(ConsistentSnapshots::outdated);
    if (!ConsistentSnapshots.isOf(data, taken)) {
      discardFilling(name);
      snapshots.discard(taken);
      return Optional.empty();
    }
    return Optional.of(data);
  }

  /** Deletes a pending volume, whose restoration would keep the snapshot. */
  private void discardFilling(String name) {
    ObjectApi<V1PersistentVolumeClaim> claims = context.cluster().claims();
    claims
        .get(name)
        .filter(claim -> "Pending".equals(claim.getStatus().getPhase()))
        .ifPresent(claim -> claims.delete(name, claim.getMetadata().getUid()));
  }

  private void take(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    SavedData data = database.savedData(context.cluster().secrets());
    DynamicKubernetesObject made =
        database.isToRun()
            ? takeOfRunning(
                database,
                objects.runningPod(database).orElseThrow(VolumeCopier::unsettled),
                metadata,
                waiting)
            : takeOfStopped(database, metadata, waiting);
    snapshots.mark(made, data);
  }

  /** Discards the copy if the server was started meanwhile and may have written to the volume. */
  private DynamicKubernetesObject takeOfStopped(
      DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    String version = version(database);
    if (hasPod(database)) {
      throw unsettled();
    }
    DynamicKubernetesObject made =
        snapshots.cutOfStopped(
            metadata,
            DatabaseObjects.claim(database),
            version,
            context.classes().get().snapshotClass(),
            waiting);
    if (hasPod(database) || !version.equals(version(database))) {
      snapshots.discard(made);
      throw WorkFailure.blocked(
          "the database was changed or started during the copy; copying again");
    }
    return made;
  }

  private Optional<String> stoppedVersion(DatabaseRoot database) {
    return database.isToRun() ? Optional.empty() : Optional.of(version(database));
  }

  private boolean standsStill(DatabaseRoot database) {
    return objects.runningPod(database).isPresent()
        && PodStandstill.isAny(context.pods().apply(database.names().pod()));
  }

  private boolean hasPod(DatabaseRoot database) {
    return context.cluster().pods().get(database.names().pod()).isPresent();
  }

  /** Returns the Secret's resource version, which changes with each change of the target. */
  private String version(DatabaseRoot database) {
    return objects
        .root(database.id())
        .filter(now -> now.hasTargetOf(database))
        .map(now -> Objects.requireNonNull(now.secret().getMetadata().getResourceVersion()))
        .orElseThrow(VolumeCopier::unsettled);
  }

  static WorkFailure unsettled() {
    return WorkFailure.blocked(
        "the database server is starting or stopping; the copy begins afterwards");
  }

  private DynamicKubernetesObject takeOfRunning(
      DatabaseRoot database, V1Pod pod, V1ObjectMeta metadata, ClusterWait waiting) {
    SlowDrivers.Attempt attempt = attempt(database, metadata);
    slowDrivers.requireTry(attempt);
    writeOut(database, waiting);
    PodStandstill standstill =
        PodStandstill.of(context.pods().apply(database.names().pod()), context.times());
    boolean stood;
    long begun;
    DynamicKubernetesObject made;
    try {
      if (!waiting.until(standstill::begin, context.times().abandonedAfter())) {
        throw WorkFailure.blocked("another server keeps copying the database");
      }
      begun = System.nanoTime();
      made = standstill.during(() -> cut(database, metadata, attempt, waiting));
    } finally {
      stood = standstill.end();
    }
    standstills.ended(begun);
    boolean isSameRun = DatabaseObjects.run(pod).equals(objects.currentRun(database));
    if (!stood || !isSameRun) {
      snapshots.discard(made);
      throw WorkFailure.blocked(
          "the database server did not stay paused until the snapshot was cut");
    }
    return made;
  }

  private void writeOut(DatabaseRoot database, ClusterWait waiting) {
    EngineServer server = servers.of(database);
    servers.callThroughTunnel(database, LONGEST_WRITE, waiting, server::writeOut);
  }

  private DynamicKubernetesObject cut(
      DatabaseRoot database,
      V1ObjectMeta metadata,
      SlowDrivers.Attempt attempt,
      ClusterWait waiting) {
    return snapshots.cut(
        metadata,
        DatabaseObjects.claim(database),
        context.classes().get().snapshotClass(),
        attempt,
        slowDrivers,
        waiting);
  }

  private SlowDrivers.Attempt attempt(DatabaseRoot database, V1ObjectMeta metadata) {
    return new SlowDrivers.Attempt(
        Objects.requireNonNull(metadata.getName()),
        database.id(),
        context.classes().get().driver(),
        backups.arePossible(database));
  }
}
