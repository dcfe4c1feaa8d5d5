package dev.goldenrod.dataplane.k8s.snapshot;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.dataplane.k8s.work.LatestTaskRunner;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots of databases as VolumeSnapshots, each owned by a Secret with the database's
 * credentials. Thread-safe.
 */
public final class KubernetesSnapshots implements DatabaseSnapshots {
  public static final String FILES = "data.";

  private static final Logger LOG = LoggerFactory.getLogger(KubernetesSnapshots.class);
  private static final String SIZE = "goldenrod.dev/size-bytes";

  private final DatabaseContext context;
  private final ClusterApi cluster;
  private final VolumeCopier copier;
  private final Executor executor;
  private final Consumer<UUID> changed;
  private final Map<UUID, LatestTaskRunner> works = new ConcurrentHashMap<>();

  public KubernetesSnapshots(
      DatabaseContext context, VolumeCopier copier, Executor executor, Consumer<UUID> changed) {
    this.context = context;
    this.cluster = context.cluster();
    this.copier = copier;
    this.executor = executor;
    this.changed = changed;
  }

  /** Returns the name of the snapshot's VolumeSnapshot and of its Secret. */
  public static String name(UUID id) {
    return "snap-" + id;
  }

  @Override
  public SnapshotObservation observe(UUID id) {
    LatestTaskRunner work = works.get(id);
    if (work == null || seen(id).state() == State.READY) {
      return seen(id);
    }
    boolean isBusy = work.isBusy();
    return work.failure()
        .map(
            failure ->
                new SnapshotObservation(
                    failure.isFinal() ? State.FAILED : State.BLOCKED, 0, failure.message()))
        .orElseGet(() -> isBusy ? working() : seen(id));
  }

  @Override
  public void ensure(UUID id, UUID databaseId) {
    LatestTaskRunner work = work(id);
    if (!work.isBusy() && seen(id).state() != State.READY) {
      work.beginAgain(waiting -> take(id, databaseId, waiting));
    }
  }

  @Override
  public void remove(UUID id) {
    if (works.containsKey(id) || secret(id).isPresent()) {
      work(id).begin(waiting -> delete(id, waiting));
    }
  }

  public Set<UUID> ids() {
    return cluster.secrets().cache().list().stream()
        .flatMap(secret -> Labels.id(secret, Labels.SNAPSHOT).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  public Optional<Orphan.Facts> facts(UUID id) {
    return secret(id).flatMap(KubernetesSnapshots::facts);
  }

  private static Optional<Orphan.Facts> facts(V1Secret secret) {
    return Annotations.of(secret, SIZE)
        .map(Long::parseLong)
        .flatMap(
            size -> Annotations.info(secret).map(info -> SavedFacts.of(secret).ofData(info, size)));
  }

  public void onObjectChange(UUID id) {
    works.computeIfPresent(id, (key, work) -> wakeUnlessRemoved(key, work));
    changed.accept(id);
  }

  /** Drops the work of a snapshot that another server has removed. */
  private @Nullable LatestTaskRunner wakeUnlessRemoved(UUID id, LatestTaskRunner work) {
    work.wake();
    return secret(id).isEmpty() && !work.isBusy() ? null : work;
  }

  private LatestTaskRunner work(UUID id) {
    return works.computeIfAbsent(
        id,
        key ->
            new LatestTaskRunner(
                "snapshot " + key, executor, () -> ended(key), context.times().reportDelay()));
  }

  private void ended(UUID id) {
    changed.accept(id);
    if (observe(id).state() == State.ABSENT) {
      works.remove(id);
    }
  }

  private void take(UUID id, UUID databaseId, ClusterWait waiting) {
    DatabaseRoot database = new DatabaseObjects(cluster).requireOrigin(databaseId);
    V1Secret secret = cluster.secrets().createIfMissing(secretOf(id, database));
    waiting.cancelWhen(() -> isRemoved(id));
    SavedData data =
        copier.ensure(
            database,
            new V1ObjectMeta()
                .name(name(id))
                .labels(Labels.of(Labels.SNAPSHOT, id))
                .addOwnerReferencesItem(PodParts.ownedBy(secret)),
            waiting);
    copier.awaitReady(name(id), data, waiting);
    keepContent(id);
    cluster.secrets().merge(name(id), complete(data, size(id, database)));
    waiting.forValue(
        () -> Optional.of(id).filter(taken -> seen(taken).state() == State.READY), Optional::empty);
  }

  /** Reads live if the cache says that another server has removed it: the cache can lag. */
  private boolean isRemoved(UUID id) {
    return secret(id).map(Metadata::isBeingDeleted).orElse(true)
        && cluster.secrets().get(name(id)).map(Metadata::isBeingDeleted).orElse(true);
  }

  /**
   * Makes the driver's snapshots outlive VolumeSnapshots deleted by hand, of older releases too.
   */
  public void keepContents() {
    cluster.secrets().cache().list().stream()
        .filter(secret -> !Metadata.isBeingDeleted(secret))
        .filter(KubernetesSnapshots::isComplete)
        .flatMap(secret -> Labels.id(secret, Labels.SNAPSHOT).stream())
        .filter(id -> content(id).filter(name -> !isKept(name)).isPresent())
        .forEach(this::keepContent);
  }

  private boolean isKept(String content) {
    return cluster.contents().cache().get(content).isPresent();
  }

  private Optional<String> content(UUID id) {
    return cluster
        .snapshots()
        .cache()
        .get(name(id))
        .filter(SnapshotManifests::isReady)
        .flatMap(SnapshotManifests::boundContent);
  }

  private void keepContent(UUID id) {
    JsonObject kept = SnapshotManifests.retainPatch(Labels.of(Labels.SNAPSHOT, id));
    content(id).ifPresent(name -> cluster.contents().merge(name, kept));
    if (isRemoved(id)) {
      releaseContents(id);
    }
  }

  /** Makes the driver's snapshot be deleted with the VolumeSnapshot, or now if that is gone. */
  private void releaseContents(UUID id) {
    boolean hasSnapshot = cluster.snapshots().get(name(id)).isPresent();
    for (DynamicKubernetesObject content : cluster.contents().list(Labels.SNAPSHOT + "=" + id)) {
      String name = Metadata.name(content);
      cluster.contents().merge(name, SnapshotManifests.deletePatch());
      if (!hasSnapshot) {
        cluster.contents().delete(name);
      }
    }
  }

  private void delete(UUID id, ClusterWait waiting) {
    copier.abandon(id);
    releaseContents(id);
    cluster.secrets().deleteWithDependents(name(id));
    waiting.forValue(
        () -> Optional.of(id).filter(gone -> secret(gone).isEmpty()),
        () -> Optional.of("the cluster has not deleted VolumeSnapshot %s yet".formatted(name(id))));
  }

  public static boolean isComplete(V1Secret secret) {
    return Annotations.of(secret, SIZE).isPresent();
  }

  /** Omits the private files of the data, which are unknown before the copy. */
  private static V1Secret secretOf(UUID id, DatabaseRoot database) {
    DatabaseInfo info = DatabaseServers.info(database);
    V1ObjectMeta metadata =
        new V1ObjectMeta()
            .name(name(id))
            .labels(Labels.of(Labels.SNAPSHOT, id, info.type()))
            .putAnnotationsItem(Annotations.INFO, Annotations.infoText(info))
            .putAnnotationsItem(SavedFacts.ANNOTATION, SavedFacts.of(database.secret()).text());
    return PodParts.secret(metadata)
        .putDataItem(DatabaseRoot.PASSWORD, database.password().getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject complete(SavedData data, long size) {
    JsonObject files = new JsonObject();
    data.files()
        .forEach(
            (file, content) ->
                files.addProperty(FILES + file, Base64.getEncoder().encodeToString(content)));
    JsonObject patch = data.build().addTo(Annotations.patch(Map.of(SIZE, Long.toString(size))));
    patch.add("data", files);
    return patch;
  }

  /** Returns the size of the files in bytes, or the volume's size if the pod cannot tell. */
  private long size(UUID id, DatabaseRoot database) {
    try {
      return context.pods().apply(database.names().pod()).dataBytes();
    } catch (DataPlaneException | NumberFormatException noServer) {
      LOG.debug(
          "Cannot measure the data of snapshot {}, using the size of its volume", id, noServer);
      return cluster
          .snapshots()
          .cache()
          .get(name(id))
          .flatMap(SnapshotManifests::restoreSize)
          .map(text -> Quantity.fromString(text).getNumber().longValue())
          .orElse(0L);
    }
  }

  private SnapshotObservation seen(UUID id) {
    Optional<V1Secret> secret = secret(id);
    if (secret.isEmpty()) {
      return SnapshotObservation.absent();
    }
    boolean isGoing = Metadata.isBeingDeleted(secret.get());
    Optional<String> size = Annotations.of(secret.get(), SIZE);
    Optional<DynamicKubernetesObject> snapshot =
        cluster.snapshots().cache().get(name(id)).filter(SnapshotManifests::isReady);
    return isGoing || size.isEmpty() || snapshot.isEmpty()
        ? working()
        : new SnapshotObservation(State.READY, Long.parseLong(size.get()), "");
  }

  private Optional<V1Secret> secret(UUID id) {
    return cluster.secrets().cache().get(name(id));
  }

  private static SnapshotObservation working() {
    return new SnapshotObservation(State.WORKING, 0, "");
  }
}
