package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The volumes of golden versions: each a snapshot of the CSI driver, with the VolumeSnapshotContent
 * that keeps it and a Secret with its data's metadata. Thread-safe.
 */
public final class KubernetesVersions {
  private final ClusterApi cluster;
  private final PreparedLeftovers leftovers;

  /** The versions whose removal has begun here, by the id of the import or archive. */
  private final Map<UUID, VersionRef> beingRemoved = new ConcurrentHashMap<>();

  private volatile Consumer<UUID> listener = id -> {};

  public KubernetesVersions(ClusterApi cluster) {
    this.cluster = cluster;
    this.leftovers = new PreparedLeftovers(cluster);
    cluster.secrets().cache().onChange(this::tell);
    cluster.contents().cache().onChange(this::tell);
  }

  /** Registers the change listener, which receives the id of a golden with a removed volume. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  /** Saves the version. Databases can be made from it when this returns. */
  public void save(SavedVersion version) {
    cluster.secrets().apply(version.secret());
  }

  public Optional<SavedVersion> madeBy(UUID importId) {
    return cluster.secrets().get(SavedVersion.name(importId)).map(SavedVersion::of);
  }

  /**
   * Returns empty for a version that this data plane did not make.
   *
   * @throws dev.goldenrod.port.DataPlaneException if its Secret is damaged
   */
  public Optional<SavedVersion> find(String handle) {
    return secret(handle)
        .flatMap(secret -> cluster.secrets().get(Metadata.name(secret)))
        .map(SavedVersion::of);
  }

  public Set<String> handles() {
    return cluster.secrets().cache().list().stream()
        .flatMap(secret -> SavedVersion.handleOf(secret).stream())
        .collect(Collectors.toSet());
  }

  /** Makes the content outlive its VolumeSnapshot. */
  public void retain(UUID importId, String content) {
    cluster
        .contents()
        .merge(content, SnapshotManifests.retainPatch(Labels.of(Labels.VERSION, importId)));
  }

  /** Reverts {@link #retain}: contents are deleted with their VolumeSnapshot. */
  public void release(UUID importId) {
    cluster.contents().list(Labels.VERSION + "=" + importId).stream()
        .map(Metadata::name)
        .forEach(name -> cluster.contents().merge(name, SnapshotManifests.deletePatch()));
  }

  /**
   * Removes the version; returns false if it has to be called again. The cluster completes the
   * deletion even if this process ends. Without a Secret of the version, the handle's snapshot is
   * not Goldenrod's and stays.
   */
  public boolean remove(VersionRef version) {
    Optional<V1Secret> secret = secret(version.handle());
    if (secret.isEmpty()) {
      return isGone(version);
    }
    Labels.id(secret.get(), Labels.VERSION)
        .ifPresent(
            id -> {
              beingRemoved.put(id, version);
              leftovers.discard(Labels.VERSION, id);
            });
    cluster.secrets().delete(Metadata.name(secret.get()));
    return false;
  }

  private boolean isGone(VersionRef version) {
    boolean isGone =
        cluster.contents().list(Labels.VERSION).stream()
            .filter(Metadata::isBeingDeleted)
            .flatMap(content -> SnapshotManifests.handle(content).stream())
            .noneMatch(version.handle()::equals);
    if (isGone) {
      beingRemoved.values().remove(version);
    }
    return isGone;
  }

  private Optional<V1Secret> secret(String handle) {
    // Another server may have made it a moment ago, so the cache may lack it.
    return ofHandle(cluster.secrets().cache().list(), handle)
        .or(() -> ofHandle(cluster.secrets().list(Labels.VERSION), handle));
  }

  private static Optional<V1Secret> ofHandle(List<V1Secret> secrets, String handle) {
    return secrets.stream()
        .filter(secret -> SavedVersion.handleOf(secret).filter(handle::equals).isPresent())
        .findFirst();
  }

  private void tell(KubernetesObject changed) {
    Labels.id(changed, Labels.VERSION)
        .map(beingRemoved::get)
        .ifPresent(version -> listener.accept(version.goldenId()));
  }
}
