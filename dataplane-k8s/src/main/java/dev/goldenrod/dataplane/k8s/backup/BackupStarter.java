package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.backup.BackupSession.State;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Starts a backup: a session in the server, and then a snapshot that names the session. */
record BackupStarter(
    BackupObjects objects, StorageClasses classes, BackupSource source, ClusterWait waiting) {
  private static final String SESSION = "goldenrod.dev/backup-session";

  private static final String POD = "goldenrod.dev/backup-pod";

  private static final String RUN = "goldenrod.dev/backup-run";

  /** The fingerprint of the private files that belong to the data. */
  private static final String FINGERPRINT = "goldenrod.dev/backup-of";

  private static final int SESSION_DIGITS = 12;

  /** Returns whether the snapshot belongs to this data and to the server's current run. */
  boolean isUsable(DynamicKubernetesObject snapshot) {
    return snapshot.getMetadata().getDeletionTimestamp() == null
        && Annotations.of(snapshot, FINGERPRINT).filter(source.fingerprint()::equals).isPresent()
        && Annotations.of(snapshot, RUN).filter(source.run()::equals).isPresent()
        && Annotations.of(snapshot, SESSION).isPresent();
  }

  static Optional<BackupSession> session(
      DynamicKubernetesObject snapshot, Function<String, EnginePod> pods) {
    return Annotations.of(snapshot, POD)
        .flatMap(
            pod ->
                Annotations.of(snapshot, SESSION)
                    .map(id -> new BackupSession(pods.apply(pod), id)));
  }

  DynamicKubernetesObject startAnew() {
    objects.clear(waiting);
    String id = UUID.randomUUID().toString().replace("-", "").substring(0, SESSION_DIGITS);
    BackupSession session = new BackupSession(source.pod(), id);
    session.begin(source.engine(), source.port(), () -> awaitBegun(session));
    V1ObjectMeta metadata =
        new V1ObjectMeta()
            .name(objects.name())
            .labels(Labels.of(Labels.BACKUP, source.owner()))
            .ownerReferences(source.copy().getOwnerReferences())
            .putAnnotationsItem(SESSION, id)
            .putAnnotationsItem(POD, source.pod().name())
            .putAnnotationsItem(RUN, source.run())
            .putAnnotationsItem(FINGERPRINT, source.fingerprint());
    return objects
        .cluster()
        .snapshots()
        .api()
        .apply(SnapshotManifests.ofClaim(metadata, source.claim(), classes.snapshotClass()));
  }

  private void awaitBegun(BackupSession session) {
    waiting.forValue(
        () -> {
          State state = session.poll();
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
}
