package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;

/**
 * An agent cluster as it was registered.
 *
 * @param agentToken what the agent dials in with, shown this once
 */
public record CreatedCluster(Cluster cluster, String agentToken) {
  /** Everything but the token. */
  @Override
  public String toString() {
    return "CreatedCluster[" + cluster.name() + "]";
  }
}
