package dev.goldenrod.server.testing.agents;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.port.AgentRegistry;
import dev.goldenrod.port.DataPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An agent registry that gives a test direct access to the data planes of one cluster's agents. */
public final class ArrivingDataPlanes implements AgentRegistry {
  public static final String TOKEN = "the-token-of-the-agents-of-the-test";

  private final Cluster cluster =
      new Cluster(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "elsewhere",
          ClusterKind.AGENT,
          "identity",
          "hash",
          null,
          Instant.EPOCH);
  private volatile @Nullable DataPlane newest;

  @Override
  public Optional<Cluster> clusterOf(String token) {
    return token.equals(TOKEN) ? Optional.of(cluster) : Optional.empty();
  }

  @Override
  public void attach(Cluster to, DataPlane dataPlane) {
    newest = dataPlane;
  }

  @Override
  public void detach(DataPlane dataPlane) {
    // Keeps a data plane that arrived meanwhile.
  }

  public boolean hasArrived() {
    return newest != null;
  }

  /** Waits until an agent is connected and returns its data plane. */
  public DataPlane await() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> newest, found -> found != null && found.unreachable().isEmpty());
  }
}
