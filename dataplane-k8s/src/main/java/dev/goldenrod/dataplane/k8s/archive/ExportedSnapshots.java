package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.archive.ArchivedFile;
import dev.goldenrod.dataplane.archive.SnapshotParts;
import dev.goldenrod.dataplane.archive.SnapshotTar;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.exec.PodPlatform;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseInfoAnnotation;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.snapshot.KubernetesSnapshots;
import dev.goldenrod.dataplane.k8s.version.PreparationContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/**
 * Exports of snapshots as archives. Each snapshot is read from a temporary volume restored from it,
 * by a pod that ends when it has not been used for a while. Thread-safe.
 */
final class ExportedSnapshots {
  private static final String UNFINISHED_BACKUP = "backup_label";
  private static final long USUAL_MIB = 10 * 1024;

  private final PreparationContext context;
  private final ClusterApi cluster;
  private final TemporaryPods pods;
  private final SnapshotParts parts = new SnapshotParts(this::openTar);

  ExportedSnapshots(PreparationContext context, TemporaryPods pods) {
    this.context = context;
    this.cluster = context.cluster();
    this.pods = pods;
  }

  ArchivePart read(UUID snapshot, int part) {
    require(snapshot);
    try {
      return parts.read(snapshot, part);
    } catch (ArchiveRefusedException | ApiUnavailableException | DataPlaneUnreachableException e) {
      throw e;
    } catch (IOException | DataPlaneException e) {
      require(snapshot);
      throw new DataPlaneUnreachableException(
          "snapshot %s cannot be read at the moment, try again: %s"
              .formatted(snapshot, e.getMessage()));
    }
  }

  private V1Secret require(UUID snapshot) {
    V1Secret secret =
        cluster
            .secrets()
            .api()
            .get(KubernetesSnapshots.name(snapshot))
            .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
            .filter(KubernetesSnapshots::isComplete)
            .orElseThrow(() -> ArchiveRules.gone(snapshot));
    ArchiveRules.requireExportable(info(secret).type());
    return secret;
  }

  private static DatabaseInfo info(V1Secret secret) {
    return DatabaseInfoAnnotation.of(secret)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s does not describe its data"
                        .formatted(secret.getMetadata().getName())));
  }

  private SnapshotTar openTar(UUID snapshot) {
    V1Secret secret = require(snapshot);
    TemporaryPods.PodRequest request = request(snapshot, secret);
    PodVolumeFiles files = new PodVolumeFiles(() -> pods.ensureRunning(request));
    SortedMap<String, ArchivedFile> found = files.list();
    if (found.containsKey(UNFINISHED_BACKUP)) {
      throw new ArchiveRefusedException(
          "the snapshot is an online backup that no server has started from yet; branch a database from it, stop that database and export a snapshot of it");
    }
    DatabaseInfo info = info(secret);
    String name = SavedFacts.of(secret).name();
    return SnapshotTar.of(
        new ArchiveFacts.Origin(
            info.type(),
            info.release(),
            snapshot,
            name == null ? "" : name,
            PodPlatform.of(pods.ensureRunning(request))),
        found,
        files);
  }

  private TemporaryPods.PodRequest request(UUID snapshot, V1Secret secret) {
    DatabaseInfo info = info(secret);
    return new TemporaryPods.PodRequest(
        name(snapshot),
        Labels.of(Labels.EXPORT, snapshot, info.type()),
        () -> cluster.secrets().api().createIfMissing(root(snapshot, secret)),
        size(snapshot),
        Optional.of(KubernetesSnapshots.name(snapshot)),
        context.images().of(info.type(), info.release(), EngineBuild.of(secret)));
  }

  private Quantity size(UUID snapshot) {
    return cluster
        .snapshots()
        .cache()
        .get(KubernetesSnapshots.name(snapshot))
        .flatMap(SnapshotManifests::restoreSize)
        .map(Quantity::fromString)
        .orElseGet(() -> PodParts.mebibytes(USUAL_MIB));
  }

  /**
   * Returns the Secret that owns the export's Kubernetes objects. It is deleted along with the
   * snapshot's Secret.
   */
  private static V1Secret root(UUID snapshot, V1Secret secret) {
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(
            new V1ObjectMeta()
                .name(name(snapshot))
                .labels(Labels.of(Labels.EXPORT, snapshot))
                .addOwnerReferencesItem(PodParts.ownedBy(secret)))
        .type("Opaque");
  }

  private static String name(UUID snapshot) {
    return "export-" + snapshot;
  }

  /** Removes exports that are no longer read. */
  void sweep() {
    cluster.secrets().cache().list().stream()
        .filter(root -> Labels.id(root, Labels.EXPORT).isPresent())
        .filter(pods::isAbandoned)
        .map(root -> Objects.requireNonNull(root.getMetadata().getName()))
        .forEach(root -> cluster.secrets().api().deleteWithDependents(root));
  }
}
