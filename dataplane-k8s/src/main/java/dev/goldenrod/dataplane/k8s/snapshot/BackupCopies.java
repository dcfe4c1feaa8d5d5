package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.backup.BackupSource;
import dev.goldenrod.dataplane.k8s.backup.OnlineBackups;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.Pods;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Snapshots of copies made with the engines' online backups, while the servers run. Thread-safe.
 */
public final class BackupCopies {
  private final DatabaseContext context;
  private final DatabaseServers servers;
  private final Pods pods;
  private final ConsistentSnapshots snapshots;
  private final OnlineBackups backups;

  public BackupCopies(
      DatabaseContext context, DatabaseServers servers, Pods pods, ConsistentSnapshots snapshots) {
    this.context = context;
    this.servers = servers;
    this.pods = pods;
    this.snapshots = snapshots;
    this.backups =
        new OnlineBackups(
            context.cluster(), context.classes(), context.pods(), context.times().pollInterval());
  }

  public boolean arePossible(DatabaseRoot database) {
    return servers.of(database).onlineBackup().isPresent();
  }

  public boolean isBegun(String name) {
    return backups.isBegun(name);
  }

  public void take(DatabaseRoot database, V1ObjectMeta metadata, ClusterWait waiting) {
    SavedData data = database.savedData(context.cluster().secrets().api());
    String claim = backups.ensure(source(database, metadata, data), waiting);
    snapshots.cutOfCopy(metadata, claim, data, context.classes().get().snapshotClass());
  }

  public void cleanUp(String name) {
    backups.remove(name);
  }

  private BackupSource source(DatabaseRoot database, V1ObjectMeta metadata, SavedData data) {
    String claim = DatabaseClaims.name(database);
    OnlineBackup engine = servers.of(database).onlineBackup().orElseThrow();
    return new BackupSource(
        owner(metadata),
        metadata,
        claim,
        size(claim),
        context.pods().apply(database.names().pod()),
        run(database),
        servers.port(database),
        engine,
        data.fingerprint(),
        context.image(database));
  }

  public void abandon(UUID owner) {
    backups.abandon(owner);
  }

  private static UUID owner(V1ObjectMeta metadata) {
    return Stream.of(Labels.SNAPSHOT, Labels.DATABASE)
        .flatMap(label -> Stream.ofNullable(metadata.getLabels().get(label)))
        .findFirst()
        .map(UUID::fromString)
        .orElseThrow();
  }

  private String run(DatabaseRoot database) {
    return pods.running(database.names(), database.generation())
        .flatMap(Pods::run)
        .orElseThrow(VolumeCopier::unsettled);
  }

  private Quantity size(String claim) {
    V1PersistentVolumeClaim there =
        context
            .cluster()
            .claims()
            .api()
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
