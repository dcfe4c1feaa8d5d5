package dev.goldenrod.console.cluster;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.control.Clusters;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as pages show it.
 *
 * @param status as in {@code online}
 * @param lastSeen when its data plane was last connected; null for never
 * @param storage the storage of its volumes; null if unknown
 * @param message of the data plane to operators; empty for none
 */
public record ClusterRow(
    Cluster cluster,
    String status,
    @Nullable Instant lastSeen,
    @Nullable StorageUse storage,
    String message) {
  static ClusterRow of(Clusters clusters, Cluster cluster) {
    return new ClusterRow(
        cluster,
        clusters.status(cluster).wireName(),
        clusters.lastSeenAt(cluster).orElse(null),
        clusters.storage(cluster).orElse(null),
        clusters.message(cluster));
  }

  public String path() {
    return "/clusters/" + cluster.id();
  }

  /** Returns whether an agent connects with a token, so that the cluster can be deleted. */
  public boolean hasAgent() {
    return cluster.kind() == ClusterKind.AGENT;
  }

  /** Returns the kind and release of the data plane; empty if it was never connected. */
  public String dataPlane() {
    var release = cluster.dataPlane();
    String kind = release.kind() == null ? "" : release.kind().wireName();
    return release.version() == null ? kind : kind + " " + release.version();
  }
}
