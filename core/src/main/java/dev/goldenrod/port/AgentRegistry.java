package dev.goldenrod.port;

import dev.goldenrod.cluster.Cluster;
import java.util.Optional;

/** The clusters whose data planes connect through agents. Thread-safe. */
public interface AgentRegistry {
  /**
   * Returns the cluster that the token belongs to; empty when there is none.
   *
   * @throws StoreException when the store does not answer
   */
  Optional<Cluster> clusterOf(String token);

  /**
   * Attaches the data plane to the cluster, replacing the one that is attached. The first
   * attachment binds the cluster to that data plane permanently. The data plane is closed when the
   * cluster is deleted or gets another token.
   *
   * @param cluster as {@link #clusterOf} returned it
   * @throws AgentRefusedException when the cluster is bound to another data plane or the data plane
   *     to another cluster, or the cluster has another token or was deleted
   * @throws OlderStoreException when the store may lack rows of what the data plane holds
   * @throws DataPlaneException when the data plane cannot be reached
   */
  void attach(Cluster cluster, DataPlane dataPlane);

  /** Stops using the data plane; no effect when it is not attached. */
  void detach(DataPlane dataPlane);
}
