package dev.goldenrod.port;

import dev.goldenrod.cluster.Cluster;
import java.util.Optional;

/** The clusters whose data planes are brought by agents. Thread-safe. */
public interface AgentRegistry {
  /**
   * The cluster that has the token; empty when none has.
   *
   * @throws StoreException when the store does not answer
   */
  Optional<Cluster> clusterOf(String token);

  /**
   * Has the data plane do the work of the cluster, in place of the one that did. The cluster is
   * that data plane's for good from the first time on. The data plane is closed when the cluster is
   * deleted or gets another token.
   *
   * @param cluster as {@link #clusterOf} found it
   * @throws AgentRefusedException when the cluster is another data plane's, or the data plane
   *     another cluster's, or the cluster has another token or is gone
   * @throws OlderStoreException when the store does not know all that the data plane may hold
   * @throws DataPlaneException when the data plane cannot be reached
   */
  void attach(Cluster cluster, DataPlane dataPlane);

  /** Asks nothing more of the data plane; without effect when it is not attached. */
  void detach(DataPlane dataPlane);
}
