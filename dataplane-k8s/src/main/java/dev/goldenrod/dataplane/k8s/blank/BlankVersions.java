package dev.goldenrod.dataplane.k8s.blank;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.database.BlankData;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.manifest.SavedInfo;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.work.Trouble;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Snapshots of empty databases: made in a pod of their own when the first database of a release is
 * asked for, and kept for all that follow. Of two servers that make one at once, the first wins.
 * Thread-safe.
 */
public final class BlankVersions implements BlankData {
  private static final String HANDLE = "goldenrod.dev/blank-handle";
  private static final String FILES = "data.";
  private static final long VOLUME_MIB = 1024;

  private final ClusterApi cluster;
  private final Supplier<StorageClasses> classes;
  private final Images images;
  private final Function<String, Engine> engines;
  private final Function<String, EnginePod> pods;
  private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

  /**
   * Snapshots in that cluster.
   *
   * @param engines finds an engine by its type
   * @param pods reaches into a pod by its name
   */
  public BlankVersions(
      ClusterApi cluster,
      Supplier<StorageClasses> classes,
      Images images,
      Function<String, Engine> engines,
      Function<String, EnginePod> pods) {
    this.cluster = cluster;
    this.classes = classes;
    this.images = images;
    this.engines = engines;
    this.pods = pods;
  }

  @Override
  public Made ensure(Origin.Blank blank, Waiting waiting) {
    String name = "blank-%s-%s".formatted(blank.type(), blank.release().replace('.', '-'));
    Optional<Made> there = find(name);
    if (there.isPresent()) {
      return there.get();
    }
    Semaphore turn = turns.computeIfAbsent(name, key -> new Semaphore(1));
    waiting.forValue(
        () -> Optional.of(name).filter(free -> turn.tryAcquire()),
        () -> Optional.of("another database waits for the same release to be made ready"));
    try {
      return find(name).orElseGet(() -> make(name, blank, waiting));
    } finally {
      turn.release();
    }
  }

  private Optional<Made> find(String name) {
    return cluster.secrets().api().get(name).map(this::made);
  }

  private Made made(V1Secret secret) {
    String name = Objects.requireNonNull(secret.getMetadata().getName());
    return new Made(
        Annotations.of(secret, HANDLE).orElseThrow(() -> damaged(name)),
        SavedData.of(secret, new SecretFiles(cluster.secrets().api(), name, FILES)));
  }

  private static Trouble damaged(String name) {
    return Trouble.passing(
        "Secret %s has no annotation %s any more; delete the Secret, and it is made anew"
            .formatted(name, HANDLE));
  }

  private Made make(String name, Origin.Blank blank, Waiting waiting) {
    UUID id = UUID.randomUUID();
    Map<String, String> labels = Labels.of(Labels.BLANK, id, blank.type());
    String staging = name + "-" + id.toString().substring(0, 8);
    V1Secret root = cluster.secrets().api().createIfMissing(secret(staging, labels));
    try {
      return make(name, blank, root, labels, waiting);
    } finally {
      cluster.secrets().api().delete(staging);
    }
  }

  private Made make(
      String name, Origin.Blank blank, V1Secret root, Map<String, String> labels, Waiting waiting) {
    String staging = Objects.requireNonNull(root.getMetadata().getName());
    V1OwnerReference owner = PodParts.ownedBy(root);
    SecretFiles files = new SecretFiles(cluster.secrets().api(), staging, FILES);
    DatabaseInfo info = initialise(blank, staging, labels, owner, files, waiting);
    String handle = keep(staging, labels, owner, waiting);
    V1Secret secret = secret(name, labels);
    secret
        .getMetadata()
        .putAnnotationsItem(HANDLE, handle)
        .putAnnotationsItem(SavedInfo.ANNOTATION, SavedInfo.text(info));
    files.all().forEach((file, content) -> secret.putDataItem(FILES + file, content));
    Made winner = made(cluster.secrets().api().createIfMissing(secret));
    if (!winner.handle().equals(handle)) {
      discard(Labels.id(root, Labels.BLANK).orElseThrow());
    }
    return winner;
  }

  /** Of two servers that made one at once, one was later. */
  private void discard(UUID id) {
    for (DynamicKubernetesObject content : cluster.contents().api().list(Labels.BLANK + "=" + id)) {
      String name = Objects.requireNonNull(content.getMetadata().getName());
      cluster.contents().api().merge(name, SnapshotManifests.deletable());
      cluster.contents().api().delete(name);
    }
  }

  private DatabaseInfo initialise(
      Origin.Blank blank,
      String staging,
      Map<String, String> labels,
      V1OwnerReference owner,
      SecretFiles files,
      Waiting waiting) {
    V1ObjectMeta metadata =
        new V1ObjectMeta().name(staging).labels(labels).addOwnerReferencesItem(owner);
    cluster
        .claims()
        .api()
        .createIfMissing(
            PodParts.claim(
                metadata,
                Optional.of(classes.get().storageClass()),
                PodParts.mebibytes(VOLUME_MIB),
                Optional.empty()));
    cluster
        .pods()
        .api()
        .createIfMissing(StagingManifests.pod(metadata, images, blank.type(), blank.release()));
    waiting.forValue(
        () -> cluster.pods().cache().get(staging).filter(PodStates::isRunning),
        () -> cluster.pods().cache().get(staging).flatMap(PodStates::problem));
    EnginePod pod = pods.apply(staging);
    pod.output(List.of("mkdir", "-m", "0700", PodLayout.DATA.toString()));
    DatabaseInfo info =
        engines
            .apply(blank.type())
            .initialise(pod.preparation(blank.release(), files, () -> isCancelled(waiting)));
    pod.output(List.of("sync"));
    cluster.pods().api().delete(staging);
    waiting.forValue(
        () -> Optional.of(true).filter(yes -> cluster.pods().cache().get(staging).isEmpty()),
        Optional::empty);
    return info;
  }

  private static boolean isCancelled(Waiting waiting) {
    waiting.requireWanted();
    return false;
  }

  /** The driver's snapshot of the claim, which outlives all objects that stand for it. */
  private String keep(
      String staging, Map<String, String> labels, V1OwnerReference owner, Waiting waiting) {
    V1ObjectMeta metadata =
        new V1ObjectMeta().name(staging).labels(labels).addOwnerReferencesItem(owner);
    cluster
        .snapshots()
        .api()
        .apply(SnapshotManifests.ofClaim(metadata, staging, classes.get().snapshotClass()));
    String content =
        waiting.forValue(
            () ->
                cluster
                    .snapshots()
                    .cache()
                    .get(staging)
                    .filter(SnapshotManifests::isReady)
                    .flatMap(SnapshotManifests::boundContent),
            () -> cluster.snapshots().cache().get(staging).flatMap(SnapshotManifests::problem));
    return cluster
        .contents()
        .api()
        .merge(content, SnapshotManifests.retained(labels))
        .flatMap(SnapshotManifests::handle)
        .orElseThrow(() -> Trouble.passing("VolumeSnapshotContent %s is gone".formatted(content)));
  }

  private static V1Secret secret(String name, Map<String, String> labels) {
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(new V1ObjectMeta().name(name).labels(labels))
        .type("Opaque");
  }
}
