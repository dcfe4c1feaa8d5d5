package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Chooses the cluster for new work, and checks whether the cluster of a resource is online. */
record ClusterSelection(ControlContext context) {
  boolean isOnline(Transaction tx, Instance instance) {
    return context.dataPlanes().isOnline(tx, instance, context.now());
  }

  /** Returns the instance; if pending on an offline cluster, with a message that says so. */
  Instance withOfflineMessage(Transaction tx, Instance instance) {
    return instance.phase() != InstancePhase.PENDING || isOnline(tx, instance)
        ? instance
        : instance.waiting(DataPlanes.OFFLINE);
  }

  /** Returns the database; if in progress on an offline cluster, with a message that says so. */
  Database withOfflineMessage(Transaction tx, Database database) {
    return database.phase().isSettled() || isOnline(tx, database)
        ? database
        : database.inPhase(database.phase(), DataPlanes.OFFLINE);
  }

  /** Returns the snapshot; if in progress on an offline cluster, with a message that says so. */
  DatabaseSnapshot withOfflineMessage(Transaction tx, DatabaseSnapshot snapshot) {
    return snapshot.phase() != DatabaseSnapshot.Phase.CREATING
            || context
                .dataPlanes()
                .isOnline(tx, snapshot.orgId(), snapshot.clusterId(), context.now())
        ? snapshot
        : snapshot.creating(DataPlanes.OFFLINE);
  }

  boolean isOnline(Transaction tx, Database database) {
    return context.dataPlanes().isOnline(tx, database.orgId(), database.clusterId(), context.now());
  }

  /** Returns the cluster of that name or id, or if empty, any, preferably one that is online. */
  Cluster select(Transaction tx, Actor actor, String asked) {
    Cluster any =
        context
            .dataPlanes()
            .select(tx, actor.orgId(), null, context.now())
            .orElseThrow(context::noCluster);
    return asked.isEmpty() ? any : require(tx, actor.orgId(), asked);
  }

  /** Returns the cluster of that name or id, or throws with a list of the existing ones. */
  static Cluster require(Transaction tx, UUID orgId, String nameOrId) {
    List<Cluster> clusters = tx.clusters().list(orgId);
    return first(clusters, cluster -> cluster.name().equals(nameOrId))
        .or(() -> first(clusters, cluster -> cluster.id().toString().equals(nameOrId)))
        .orElseThrow(() -> unknown(nameOrId, clusters));
  }

  private static Optional<Cluster> first(List<Cluster> clusters, Predicate<Cluster> condition) {
    return clusters.stream().filter(condition).findFirst();
  }

  private static ControlPlaneException unknown(String nameOrId, List<Cluster> clusters) {
    String names =
        clusters.stream().map(one -> "'" + one.name() + "'").collect(Collectors.joining(", "));
    return ControlPlaneException.invalidBecause(
        "cluster",
        "'%s' does not exist; %s"
            .formatted(
                nameOrId, names.isEmpty() ? "there are no clusters" : "the clusters are " + names));
  }

  /** Checks that {@code asked}, a name, an id or empty, is the cluster that holds the data. */
  static void requireHolder(Transaction tx, UUID orgId, String asked, UUID holder, String what) {
    if (!asked.isEmpty() && !require(tx, orgId, asked).id().equals(holder)) {
      String name = tx.clusters().find(orgId, holder).map(Cluster::name).orElse(holder.toString());
      throw ControlPlaneException.invalidBecause(
          "cluster", "'%s' cannot hold %s: the data is in '%s'".formatted(asked, what, name));
    }
  }
}
