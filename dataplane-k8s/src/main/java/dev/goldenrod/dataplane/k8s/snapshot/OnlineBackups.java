package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.OnlineBackup;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of databases whose driver takes longer for a snapshot than writes can be suspended. The
 * engine is in backup mode meanwhile, and a volume restored from the snapshot gets what it has
 * written since. A snapshot of that volume is the copy. All state of a backup is in the cluster and
 * in the server's pod, so that any server can repeat each step. Thread-safe.
 */
final class OnlineBackups {
  /**
   * A database that is copied while it runs.
   *
   * @param owner the id of the database or snapshot that the copy is for
   * @param copy metadata of the object that the copy is for; names of the copy's objects begin with
   *     its name
   * @param claim of the database's volume
   * @param size of that volume
   * @param pod in which the database's server runs
   * @param run identifies the current run of the server
   * @param port where the server listens
   * @param fingerprint of the private files that belong to the data
   * @param image that has the server's programs
   */
  record BackupSource(
      UUID owner,
      V1ObjectMeta copy,
      String claim,
      Quantity size,
      EnginePod pod,
      String run,
      int port,
      OnlineBackup engine,
      String fingerprint,
      PodImage image) {
    String name() {
      return Objects.requireNonNull(copy.getName());
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(OnlineBackups.class);
  private static final String RUN = "goldenrod.dev/backup-run";

  /** The fingerprint of the private files that belong to the data. */
  private static final String FINGERPRINT = "goldenrod.dev/backup-of";

  private final DatabaseContext context;
  private final ClusterApi cluster;
  private final DatabaseServers servers;
  private final DatabaseObjects databases;
  private final ConsistentSnapshots snapshots;

  OnlineBackups(
      DatabaseContext context,
      DatabaseServers servers,
      DatabaseObjects databases,
      ConsistentSnapshots snapshots) {
    this.context = context;
    this.cluster = context.cluster();
    this.servers = servers;
    this.databases = databases;
    this.snapshots = snapshots;
  }

  boolean arePossible(DatabaseRoot database) {
    return servers.of(database).onlineBackup().isPresent();
  }

  /** Returns whether the cache shows a backup for the copy of that name. */
  boolean isBegun(String copy) {
    return objects(copy).areKnown();
  }

  /**
   * Ensures a copy of the database as of some moment after the first call, and takes its snapshot.
   *
   * @param metadata of the snapshot
   * @throws WorkFailure if the copy cannot be made now; the next call continues if the server's
   *     session still exists
   */
  void take(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    SavedData data = database.savedData(cluster.secrets());
    BackupObjects objects = ensure(source(database, metadata, data), waiting);
    snapshots.cutOfCopy(metadata, objects.name(), data, context.classes().get().snapshotClass());
  }

  /** Ensures the objects of the backup, with a volume to which no server writes. */
  private BackupObjects ensure(BackupSource source, ClusterWait waiting) {
    BackupObjects objects = objects(source.name());
    // Read first, because it can fail: nothing would end a session that no snapshot names.
    StorageClasses classes = context.classes().get();
    DynamicKubernetesObject snapshot =
        objects
            .snapshot()
            .filter(found -> isUsable(found, source))
            .orElseGet(() -> start(objects, source, classes, waiting));
    BackupSession session = BackupSession.of(snapshot, context.pods()).orElseThrow();
    BackupVolume volume =
        new BackupVolume(objects, classes, context.pods().apply(objects.name()), source);
    if (!volume.isComplete(session.id())) {
      new BackupSteps(
              objects, snapshot, session, volume, source, waiting, context.times().pollInterval())
          .run();
    }
    return objects;
  }

  /** Returns whether the snapshot belongs to this data and to the server's current run. */
  private boolean isUsable(DynamicKubernetesObject snapshot, BackupSource source) {
    return !Metadata.isBeingDeleted(snapshot)
        && Annotations.of(snapshot, FINGERPRINT).filter(source.fingerprint()::equals).isPresent()
        && Annotations.of(snapshot, RUN).filter(source.run()::equals).isPresent()
        && BackupSession.of(snapshot, context.pods()).isPresent();
  }

  /** Starts a session in the server, and then a snapshot that names the session. */
  private DynamicKubernetesObject start(
      BackupObjects objects, BackupSource source, StorageClasses classes, ClusterWait waiting) {
    objects.clear(waiting);
    BackupSession session = BackupSession.create(source.pod());
    session.begin(source.engine(), source.port(), () -> awaitBegun(session, waiting));
    V1ObjectMeta metadata =
        new V1ObjectMeta()
            .name(objects.name())
            .labels(Labels.of(Labels.BACKUP, source.owner()))
            .ownerReferences(source.copy().getOwnerReferences())
            .putAnnotationsItem(RUN, source.run())
            .putAnnotationsItem(FINGERPRINT, source.fingerprint());
    session.addTo(metadata);
    return cluster
        .snapshots()
        .apply(SnapshotManifests.ofClaim(metadata, source.claim(), classes.snapshotClass()));
  }

  private static void awaitBegun(BackupSession session, ClusterWait waiting) {
    waiting.forValue(
        () -> {
          BackupSession.State state = session.poll();
          if (state.isClosed()) {
            session.close();
            throw WorkFailure.blocked(
                "the database server does not start a backup: " + state.errors());
          }
          return Optional.of(true).filter(yes -> state.hasPrinted(OnlineBackup.BEGUN));
        },
        () ->
            Optional.of(
                "the database server is starting a backup, which begins with a checkpoint"));
  }

  /** Removes the objects of that copy; without effect when there are none. */
  void remove(String copy) {
    BackupObjects objects = objects(copy);
    if (objects.areKnown()) {
      objects.remove();
    }
  }

  /** Ends the backups for a removed database or snapshot. An unreachable session ends by itself. */
  void abandon(UUID owner) {
    cluster.snapshots().cache().list(Labels.BACKUP, owner.toString()).stream()
        .flatMap(snapshot -> BackupSession.of(snapshot, context.pods()).stream())
        .forEach(OnlineBackups::close);
  }

  private static void close(BackupSession session) {
    try {
      session.close();
    } catch (DataPlaneException e) {
      LOG.debug("Cannot close backup {}, it will time out", session.id(), e);
    }
  }

  private BackupObjects objects(String copy) {
    return new BackupObjects(cluster, copy + "-backup");
  }

  private BackupSource source(DatabaseRoot database, V1ObjectMeta metadata, SavedData data) {
    String claim = DatabaseObjects.claim(database);
    return new BackupSource(
        owner(metadata),
        metadata,
        claim,
        size(claim),
        context.pods().apply(database.names().pod()),
        databases.currentRun(database).orElseThrow(VolumeCopier::unsettled),
        servers.port(database),
        servers.of(database).onlineBackup().orElseThrow(),
        data.fingerprint(),
        context.image(database));
  }

  private static UUID owner(V1ObjectMeta metadata) {
    return Stream.of(Labels.SNAPSHOT, Labels.DATABASE)
        .flatMap(label -> Stream.ofNullable(metadata.getLabels().get(label)))
        .findFirst()
        .map(UUID::fromString)
        .orElseThrow();
  }

  private Quantity size(String claim) {
    V1PersistentVolumeClaim there =
        cluster
            .claims()
            .get(claim)
            .orElseThrow(() -> WorkFailure.blocked("volume %s is gone".formatted(claim)));
    return Optional.ofNullable(there.getStatus().getCapacity())
        .map(capacity -> capacity.get("storage"))
        .orElseGet(
            () ->
                Objects.requireNonNull(
                    there.getSpec().getResources().getRequests().get("storage")));
  }
}
