package dev.goldenrod.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.AgentRefusedException;
import dev.goldenrod.port.AgentRegistry;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clusters of the store whose data planes connect through agents. Thread-safe. */
public final class Agents implements AgentRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(Agents.class);

  private final Store store;
  private final Bootstrap bootstrap;
  private final Org org;
  private final ControlContext context;

  Agents(ControlContext context, Bootstrap bootstrap, Org org) {
    this.store = context.store();
    this.context = context;
    this.bootstrap = bootstrap;
    this.org = org;
  }

  @Override
  public Optional<Cluster> clusterOf(String token) {
    String hash = Tokens.sha256(token);
    return store.inTransaction(tx -> tx.clusters().findByAgentToken(org.id(), hash));
  }

  @Override
  public void attach(Cluster cluster, DataPlane dataPlane) {
    Cluster bound = store.inTransaction(tx -> bind(tx, cluster, dataPlane));
    bootstrap.attachAgent(bound, org, dataPlane, context.dataPlanes());
  }

  private Cluster bind(Transaction tx, Cluster seen, DataPlane dataPlane) {
    tx.lockOrg(org.id());
    Cluster cluster = requirePresent(tx, seen);
    if (!cluster.identity().equals(dataPlane.identity())) {
      requireUnbound(tx, cluster, dataPlane);
    }
    Cluster bound = cluster.identifiedBy(dataPlane.identity()).withDataPlane(dataPlane.release());
    if (!bound.equals(cluster)) {
      tx.clusters().update(bound);
    }
    return bound;
  }

  private void requireUnbound(Transaction tx, Cluster cluster, DataPlane dataPlane) {
    if (!cluster.identity().equals(unbound(cluster.id()))) {
      throw new AgentRefusedException(
          "cluster '%s' belongs to another data plane than the one at %s; start the agent with the data that the cluster was first connected with, or register another cluster"
              .formatted(cluster.name(), dataPlane.location()));
    }
    tx.clusters()
        .findByIdentity(org.id(), dataPlane.identity())
        .ifPresent(
            other -> {
              throw new AgentRefusedException(
                  "the data plane at %s already belongs to cluster '%s'"
                      .formatted(dataPlane.location(), other.name()));
            });
  }

  private Cluster requirePresent(Transaction tx, Cluster seen) {
    Cluster cluster =
        tx.clusters()
            .find(org.id(), seen.id())
            .orElseThrow(() -> new AgentRefusedException("the cluster was deleted"));
    if (!Objects.equals(cluster.agentTokenSha256(), seen.agentTokenSha256())) {
      throw new AgentRefusedException(
          "cluster '%s' has a new token; start the agent with the new token"
              .formatted(cluster.name()));
    }
    return cluster;
  }

  /** Returns the placeholder identity of a cluster whose agent has never connected. */
  static String unbound(UUID clusterId) {
    return "agent/" + clusterId;
  }

  @Override
  public void detach(DataPlane dataPlane) {
    DataPlanes dataPlanes = context.dataPlanes();
    dataPlanes.detach(dataPlane);
    try {
      store.useTransaction(
          tx ->
              tx.clusters()
                  .findByIdentity(org.id(), dataPlane.identity())
                  .filter(cluster -> !dataPlanes.isAttached(cluster.id()))
                  .ifPresent(cluster -> tx.clusters().left(cluster.id())));
    } catch (StoreException away) {
      LOG.debug("Cannot store that an agent left, its cluster goes offline after a timeout", away);
    }
  }
}
