package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.archive.SnapshotParts;
import dev.goldenrod.dataplane.archive.SnapshotTar;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile.Kind;
import dev.goldenrod.dataplane.archive.SnapshotTar.FilePieces;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodFiles.Range;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
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
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
            .get(KubernetesSnapshots.name(snapshot))
            .filter(found -> !Metadata.isBeingDeleted(found))
            .filter(KubernetesSnapshots::isComplete)
            .orElseThrow(() -> ArchiveRules.gone(snapshot));
    ArchiveRules.requireExportable(info(secret).type());
    return secret;
  }

  private static DatabaseInfo info(V1Secret secret) {
    return Annotations.info(secret)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s does not describe its data"
                        .formatted(secret.getMetadata().getName())));
  }

  private SnapshotTar openTar(UUID snapshot) {
    V1Secret secret = require(snapshot);
    TemporaryPods.PodRequest request = request(snapshot, secret);
    VolumeFiles files = new VolumeFiles(() -> pods.ensureRunning(request));
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
            pods.ensureRunning(request).platform()),
        found,
        files);
  }

  private TemporaryPods.PodRequest request(UUID snapshot, V1Secret secret) {
    DatabaseInfo info = info(secret);
    return new TemporaryPods.PodRequest(
        name(snapshot),
        Labels.of(Labels.EXPORT, snapshot, info.type()),
        () -> cluster.secrets().createIfMissing(root(snapshot, secret)),
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
    return PodParts.secret(
        new V1ObjectMeta()
            .name(name(snapshot))
            .labels(Labels.of(Labels.EXPORT, snapshot))
            .addOwnerReferencesItem(PodParts.ownedBy(secret)));
  }

  private static String name(UUID snapshot) {
    return "export-" + snapshot;
  }

  /** Removes exports that are no longer read. */
  void sweep() {
    cluster.secrets().cache().list().stream()
        .filter(root -> Labels.id(root, Labels.EXPORT).isPresent())
        .filter(pods::isAbandoned)
        .map(Metadata::name)
        .forEach(root -> cluster.secrets().deleteWithDependents(root));
  }

  /**
   * The files of a data directory on the volume of a pod. Thread-safe.
   *
   * @param pod returns the pod that has the volume mounted now
   */
  private record VolumeFiles(Supplier<EnginePod> pod) implements FilePieces {
    private static final int MOST_FILES = 1_000_000;
    private static final String LIST =
        "cd \"$1\" && find . -mindepth 1 -exec stat -c '%f %s %n' {} +";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{1,8}) (\\d{1,18}) \\./(.+)");
    private static final int KIND = 0xf000;
    private static final int PLAIN = 0x8000;
    private static final int FOLDER = 0x4000;

    SortedMap<String, ArchivedFile> list() {
      EnginePod asked = pod.get();
      SortedMap<String, ArchivedFile> found = new TreeMap<>();
      int exitCode =
          asked.run(
              EnginePod.shell(LIST, PodLayout.DATA.toString()),
              new byte[0],
              line -> add(line, found),
              () -> false);
      if (exitCode != 0) {
        throw new DataPlaneException(
            "cannot list the files of pod %s: exit code %d".formatted(asked.name(), exitCode));
      }
      return found;
    }

    private static void add(String line, SortedMap<String, ArchivedFile> found) {
      Matcher told = LINE.matcher(line);
      if (!told.matches() || found.size() >= MOST_FILES) {
        throw new ArchiveRefusedException(
            "the snapshot cannot be exported: its data directory has unusual or too many files; dump the database instead");
      }
      int kind = Integer.parseUnsignedInt(told.group(1), 16) & KIND;
      found.put(told.group(3), file(kind, Long.parseLong(told.group(2))));
    }

    private static ArchivedFile file(int kind, long size) {
      if (kind == FOLDER) {
        return new ArchivedFile(Kind.FOLDER, 0);
      }
      return kind == PLAIN ? new ArchivedFile(Kind.PLAIN, size) : new ArchivedFile(Kind.OTHER, 0);
    }

    @Override
    public void read(List<Piece> pieces) {
      List<Range> ranges =
          pieces.stream()
              .map(piece -> new Range(piece.path(), piece.position(), piece.target().remaining()))
              .toList();
      byte[] all = pod.get().files(() -> false).readAll(PodLayout.DATA, ranges);
      int at = 0;
      for (Piece piece : pieces) {
        int length = piece.target().remaining();
        piece.target().put(all, at, length);
        at += length;
      }
    }
  }
}
