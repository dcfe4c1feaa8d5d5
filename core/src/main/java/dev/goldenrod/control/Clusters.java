package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The data planes registered in an organisation. */
public final class Clusters {
  private final ControlContext context;

  Clusters(ControlContext context) {
    this.context = context;
  }

  /** All clusters, oldest first. Admins only. */
  public List<Cluster> list(Actor actor) {
    actor.requireAdmin();
    return context.store().inTransaction(tx -> tx.clusters().list(actor.orgId()));
  }

  /** A cluster to give work to: an online one if there is any. */
  Cluster requireAny(Transaction tx, Actor actor) {
    return preferred(tx.clusters().list(actor.orgId()));
  }

  /** The cluster that holds the data, or any when every cluster can resolve the handle. */
  Cluster requireHolder(Transaction tx, Actor actor, @Nullable UUID holder) {
    List<Cluster> clusters = tx.clusters().list(actor.orgId());
    return clusters.stream()
        .filter(cluster -> cluster.id().equals(holder))
        .findFirst()
        .orElseGet(() -> preferred(clusters));
  }

  private Cluster preferred(List<Cluster> clusters) {
    Optional<Cluster> online = clusters.stream().filter(this::isOnline).findFirst();
    return online
        .or(() -> clusters.stream().findFirst())
        .orElseThrow(
            () -> ControlPlaneException.of(ErrorCode.NO_CLUSTER, "org has no registered cluster"));
  }

  /** Whether the cluster's data plane is connected to this server or another. */
  boolean isOnline(Cluster cluster) {
    return context.loop().serves(cluster.id()) || cluster.isOnlineAt(context.now());
  }
}
