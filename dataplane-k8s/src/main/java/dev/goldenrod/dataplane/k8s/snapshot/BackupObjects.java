package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Optional;

/**
 * The objects with which a copy is made: a VolumeSnapshot of the running database's volume, and the
 * claim, pod and network policy of a volume restored from it. The object that the copy is for owns
 * them.
 *
 * @param name of each
 */
record BackupObjects(ClusterApi cluster, String name) {
  Optional<DynamicKubernetesObject> snapshot() {
    return cluster.snapshots().get(name);
  }

  /** Returns whether the cache has any of the objects. */
  boolean areKnown() {
    return cluster.snapshots().cache().get(name).isPresent()
        || cluster.claims().cache().get(name).isPresent();
  }

  /** Deletes the snapshot last, because a backup counts as begun as long as its snapshot exists. */
  void remove() {
    cluster.pods().delete(name);
    cluster.claims().delete(name);
    cluster.snapshots().delete(name);
  }

  void clear(ClusterWait waiting) {
    remove();
    waiting.forValue(
        () -> Optional.of(true).filter(yes -> areGone()),
        () ->
            Optional.of("the objects of an earlier backup, %s, are being deleted".formatted(name)));
  }

  private boolean areGone() {
    return cluster.snapshots().get(name).isEmpty()
        && cluster.claims().get(name).isEmpty()
        && cluster.pods().get(name).isEmpty();
  }
}
