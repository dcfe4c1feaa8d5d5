package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi.Watched;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.server.DataPreparation.PreparedData;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.snapshot.KubernetesSnapshots;
import dev.goldenrod.dataplane.k8s.snapshot.VolumeCopier;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The VolumeSnapshots that the volumes of databases are restored from. Thread-safe. */
final class DataOrigins {
  private final DatabaseContext context;
  private final DatabaseObjects objects;
  private final VolumeCopier copier;
  private final Watched<DynamicKubernetesObject> snapshots;

  /**
   * A VolumeSnapshot that a volume can be restored from.
   *
   * @param restoreSize minimum size of the volume, as in {@code 1Gi}
   * @param isOrderUncertain whether its indexes may have another sort order than its programs use
   */
  record OriginSnapshot(
      String snapshot, Optional<String> restoreSize, SavedData data, boolean isOrderUncertain) {
    OriginSnapshot uncertain(boolean isUncertain) {
      return new OriginSnapshot(snapshot, restoreSize, data, isUncertain);
    }
  }

  DataOrigins(DatabaseContext context, VolumeCopier copier) {
    this.context = context;
    this.objects = new DatabaseObjects(context.cluster());
    this.copier = copier;
    this.snapshots = context.cluster().snapshots();
  }

  /** Returns the password of a new database: a copy keeps that of its origin. */
  String password(Origin origin) {
    return origin.match(
        blank -> Passwords.random(),
        version -> Passwords.random(),
        snapshot -> passwordOfSnapshot(snapshot.id()),
        database -> objects.requireOrigin(database.id()).password());
  }

  private String passwordOfSnapshot(UUID snapshot) {
    return new String(
        Objects.requireNonNull(secret(snapshot).getData()).get(DatabaseRoot.PASSWORD),
        StandardCharsets.UTF_8);
  }

  /** Ensures the snapshot for the database's volume, and waits until it is ready. */
  OriginSnapshot ensure(DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    return spec.origin()
        .match(
            blank -> ofBlank(blank, spec, root, waiting),
            made -> ofVersion(made.version(), spec, root, waiting),
            snapshot -> ofSnapshot(snapshot.id(), waiting),
            database -> ofDatabase(database.id(), spec, root, waiting));
  }

  void abandon(UUID database) {
    copier.abandon(database);
  }

  private OriginSnapshot ofVersion(
      VersionRef version, DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    Optional<PreparedData> imported =
        context
            .versions()
            .apply(version.handle())
            .map(known -> new PreparedData(version.handle(), known));
    PreparedData data = imported.orElseGet(() -> context.registered().ensure(version, waiting));
    // The indexes of a version that was not imported here were built by programs of another
    // machine.
    return ofHandle(data, spec, root, waiting).uncertain(imported.isEmpty());
  }

  private OriginSnapshot ofBlank(
      Origin.Blank blank, DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    return ofHandle(context.blanks().ensure(blank, waiting), spec, root, waiting);
  }

  private OriginSnapshot ofHandle(
      PreparedData data, DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    String name = root.names().ofGeneration(spec.generation());
    StorageClasses classes = context.classes().get();
    ensureContent(
        SnapshotManifests.content(
            new V1ObjectMeta().name(name).labels(Labels.of(Labels.DATABASE, root.id())),
            data.handle(),
            classes.driver(),
            classes.snapshotClass(),
            context.cluster().namespace(),
            name));
    snapshots.apply(
        SnapshotManifests.ofContent(metadata(name, root), name, classes.snapshotClass()));
    return ready(name, data.data(), waiting, () -> startOver(name));
  }

  /** Applying existing content again would drop the snapshot controller's binding in it. */
  private void ensureContent(DynamicKubernetesObject desired) {
    String name = Metadata.name(desired);
    DynamicKubernetesObject there = context.cluster().contents().createIfMissing(desired);
    boolean isOfOther =
        !SnapshotManifests.sourceHandle(there).equals(SnapshotManifests.sourceHandle(desired));
    if (isOfOther && context.cluster().claims().get(name).isEmpty()) {
      snapshots.delete(name);
      context.cluster().contents().delete(name);
      throw WorkFailure.blocked(
          "the snapshot that the data starts from was replaced; VolumeSnapshotContent %s of the previous snapshot is being deleted"
              .formatted(name));
    }
  }

  private OriginSnapshot ofSnapshot(UUID id, ClusterWait waiting) {
    V1Secret secret = secret(id);
    if (!KubernetesSnapshots.isComplete(secret)) {
      throw WorkFailure.blocked("snapshot %s is not complete yet".formatted(id));
    }
    SavedData data =
        SavedData.of(
            secret,
            new SecretFiles(
                context.cluster().secrets(),
                KubernetesSnapshots.name(id),
                KubernetesSnapshots.FILES));
    String name = KubernetesSnapshots.name(id);
    return ready(name, data, waiting, () -> problem(name));
  }

  private OriginSnapshot ofDatabase(
      UUID parent, DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    String name = root.names().ofGeneration(spec.generation());
    SavedData data =
        beingCopied(name, spec, root)
            .orElseGet(
                () -> copier.ensure(objects.requireOrigin(parent), metadata(name, root), waiting));
    DynamicKubernetesObject ready = copier.awaitReady(name, data, waiting);
    boolean isUncertain = SortOrderAnnotations.isCheckDue(objects.requireOrigin(parent).secret());
    return new OriginSnapshot(name, SnapshotManifests.restoreSize(ready), data, isUncertain);
  }

  /**
   * Returns the data of a copy already taken, which keeps the password that the source had then.
   */
  private Optional<SavedData> beingCopied(String name, DatabaseSpec spec, DatabaseRoot root) {
    return Optional.of(root)
        .filter(adopted -> adopted.generation() == spec.generation())
        .map(adopted -> adopted.savedData(context.cluster().secrets()))
        .filter(data -> copier.isTaken(name, data));
  }

  private OriginSnapshot ready(
      String snapshot, SavedData data, ClusterWait waiting, Supplier<Optional<String>> problem) {
    DynamicKubernetesObject ready =
        waiting.forValue(
            () -> snapshots.cache().get(snapshot).filter(SnapshotManifests::isReady), problem);
    return new OriginSnapshot(snapshot, SnapshotManifests.restoreSize(ready), data, false);
  }

  /** Throws instead of waiting, because the snapshot may be replaced at the next try. */
  private Optional<String> startOver(String snapshot) {
    problem(snapshot)
        .ifPresent(
            problem -> {
              throw WorkFailure.blocked(problem);
            });
    return Optional.empty();
  }

  private Optional<String> problem(String snapshot) {
    return snapshots
        .cache()
        .get(snapshot)
        .flatMap(SnapshotManifests::problem)
        .map(problem -> "VolumeSnapshot %s: %s".formatted(snapshot, problem));
  }

  private V1ObjectMeta metadata(String name, DatabaseRoot root) {
    return new V1ObjectMeta()
        .name(name)
        .labels(Labels.of(Labels.DATABASE, root.id()))
        .addOwnerReferencesItem(root.owner());
  }

  private V1Secret secret(UUID snapshot) {
    return context
        .cluster()
        .secrets()
        .get(KubernetesSnapshots.name(snapshot))
        .orElseThrow(() -> WorkFailure.failed("snapshot %s does not exist".formatted(snapshot)));
  }
}
