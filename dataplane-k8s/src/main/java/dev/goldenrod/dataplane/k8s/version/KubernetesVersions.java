package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Map;
import java.util.Objects;
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
public final class KubernetesVersions implements VersionVolumes {
  private final ClusterApi cluster;
  private final Map<UUID, UUID> goldensOfRemoved = new ConcurrentHashMap<>();
  private volatile Consumer<UUID> listener = id -> {};

  public KubernetesVersions(ClusterApi cluster) {
    this.cluster = cluster;
    cluster.secrets().cache().onChange(this::tell);
    cluster.contents().cache().onChange(this::tell);
  }

  /** Registers the change listener, which receives the id of a golden with a removed volume. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  /** Saves the version. Databases can be made from it when this returns. */
  public void save(SavedVersion version) {
    cluster.secrets().api().apply(VersionManifests.secret(version));
  }

  public Optional<SavedVersion> madeBy(UUID importId) {
    return cluster
        .secrets()
        .api()
        .get(VersionManifests.name(importId))
        .map(VersionManifests::version);
  }

  /**
   * Returns empty for a version that this data plane did not make.
   *
   * @throws dev.goldenrod.port.DataPlaneException if its Secret is damaged
   */
  public Optional<SavedVersion> find(String handle) {
    // Another server may have made it a moment ago, so the cache may lack it.
    return known(handle)
        .or(() -> live(handle))
        .flatMap(secret -> cluster.secrets().api().get(name(secret)))
        .map(VersionManifests::version);
  }

  public Set<String> handles() {
    return cluster.secrets().cache().list().stream()
        .flatMap(secret -> VersionManifests.handle(secret).stream())
        .collect(Collectors.toSet());
  }

  /** Makes the content outlive its VolumeSnapshot. */
  public void retain(UUID importId, String content) {
    cluster.contents().api().merge(content, VersionManifests.retainPatch(importId));
  }

  /** Reverts {@link #retain}: contents are deleted with their VolumeSnapshot. */
  public void release(UUID importId) {
    contents(importId)
        .forEach(name -> cluster.contents().api().merge(name, VersionManifests.deletePatch()));
  }

  /**
   * The cluster completes the deletion even if this process ends. Without a Secret of the version,
   * the handle's snapshot is not Goldenrod's and stays.
   */
  @Override
  public boolean remove(VersionRef version) {
    Optional<V1Secret> secret = known(version.handle()).or(() -> live(version.handle()));
    if (secret.isEmpty()) {
      return isGone(version);
    }
    Labels.id(secret.get(), Labels.VERSION)
        .ifPresent(
            id -> {
              goldensOfRemoved.put(id, version.goldenId());
              contents(id).forEach(this::delete);
            });
    cluster.secrets().api().delete(name(secret.get()));
    return false;
  }

  private boolean isGone(VersionRef version) {
    boolean isGone =
        cluster.contents().api().list(Labels.VERSION).stream()
            .filter(content -> content.getMetadata().getDeletionTimestamp() != null)
            .flatMap(content -> SnapshotManifests.handle(content).stream())
            .noneMatch(version.handle()::equals);
    if (isGone) {
      goldensOfRemoved.values().remove(version.goldenId());
    }
    return isGone;
  }

  private void delete(String content) {
    // The driver's snapshot is deleted only with this policy, which may have been changed by hand.
    cluster.contents().api().merge(content, VersionManifests.deletePatch());
    cluster.contents().api().delete(content);
  }

  private Set<String> contents(UUID id) {
    return cluster.contents().api().list(Labels.VERSION + "=" + id).stream()
        .map(KubernetesVersions::name)
        .collect(Collectors.toSet());
  }

  private Optional<V1Secret> known(String handle) {
    return cluster.secrets().cache().list().stream()
        .filter(secret -> VersionManifests.handle(secret).filter(handle::equals).isPresent())
        .findFirst();
  }

  private void tell(KubernetesObject changed) {
    Labels.id(changed, Labels.VERSION)
        .map(goldensOfRemoved::get)
        .ifPresent(golden -> listener.accept(golden));
  }

  private Optional<V1Secret> live(String handle) {
    return cluster.secrets().api().list(Labels.VERSION).stream()
        .filter(secret -> VersionManifests.handle(secret).filter(handle::equals).isPresent())
        .findFirst();
  }

  private static String name(KubernetesObject object) {
    return Objects.requireNonNull(object.getMetadata().getName());
  }
}
