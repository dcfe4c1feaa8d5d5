package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Optional;

/**
 * The objects that a copy is made with: a VolumeSnapshot of the running database's volume, and the
 * claim, pod and policy of a volume that is made of it. They are owned by what the copy is for.
 *
 * @param name of each
 */
record BackupObjects(ClusterApi cluster, String name) {
  /** As the API server has it. */
  Optional<DynamicKubernetesObject> snapshot() {
    return cluster.snapshots().api().get(name);
  }

  /** Whether there are any, by the last news. */
  boolean areKnown() {
    return cluster.snapshots().cache().get(name).isPresent()
        || cluster.claims().cache().get(name).isPresent();
  }

  /**
   * Deletes them; the policy goes with the claim. The snapshot is last: as long as it is there, the
   * backup counts as begun.
   */
  void remove() {
    cluster.pods().api().delete(name);
    cluster.claims().api().delete(name);
    cluster.snapshots().api().delete(name);
  }

  /** Deletes them, and waits until they are gone. */
  void clear(Waiting waiting) {
    remove();
    waiting.forValue(
        () -> Optional.of(true).filter(yes -> areGone()),
        () -> Optional.of("what is left of a former backup, %s, is being deleted".formatted(name)));
  }

  private boolean areGone() {
    return cluster.snapshots().api().get(name).isEmpty()
        && cluster.claims().api().get(name).isEmpty()
        && cluster.pods().api().get(name).isEmpty();
  }
}
