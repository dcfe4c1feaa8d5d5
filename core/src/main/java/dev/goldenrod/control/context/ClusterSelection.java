package dev.goldenrod.control.context;

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

/** Which cluster gets new work, and whether that of an instance or a database is online. */
public record ClusterSelection(ControlContext context) {
  /** Whether the instance's data plane is connected to this server or another. */
  public boolean isOnline(Transaction tx, Instance instance) {
    return dataPlanes().isOnline(tx, instance, context.now());
  }

  /** The instance; a pending one whose cluster is offline says that it waits for it. */
  public Instance orOffline(Transaction tx, Instance instance) {
    return instance.phase() != InstancePhase.PENDING || isOnline(tx, instance)
        ? instance
        : instance.waiting(DataPlanes.OFFLINE);
  }

  /** The database; one that is under way and whose cluster is offline says that it waits for it. */
  public Database orOffline(Transaction tx, Database database) {
    return database.phase().isSettled() || isOnline(tx, database)
        ? database
        : database.inPhase(database.phase(), DataPlanes.OFFLINE);
  }

  /** The snapshot; one that is not taken yet and whose cluster is offline says that it waits. */
  public DatabaseSnapshot orOffline(Transaction tx, DatabaseSnapshot snapshot) {
    return snapshot.phase() != DatabaseSnapshot.Phase.CREATING
            || dataPlanes().isOnline(tx, snapshot.orgId(), snapshot.clusterId(), context.now())
        ? snapshot
        : snapshot.creating(DataPlanes.OFFLINE);
  }

  /** Whether the database's data plane is connected to this server or another. */
  public boolean isOnline(Transaction tx, Database database) {
    return dataPlanes().isOnline(tx, database.orgId(), database.clusterId(), context.now());
  }

  /**
   * The cluster for new work that any cluster can do: the one that is asked for, else one that is
   * online if there is any.
   *
   * @param asked its name or id; empty for any
   */
  public Cluster select(Transaction tx, Actor actor, String asked) {
    Cluster any =
        dataPlanes().select(tx, actor.orgId(), null, context.now()).orElseThrow(context::noCluster);
    return asked.isEmpty() ? any : require(tx, actor.orgId(), asked);
  }

  /** The cluster of that name or id; refuses a text that is neither, naming those there are. */
  public static Cluster require(Transaction tx, UUID orgId, String nameOrId) {
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
        "'%s' does not exist; there %s"
            .formatted(nameOrId, names.isEmpty() ? "is none" : "are " + names));
  }

  /**
   * Refuses another cluster than the one that holds the data.
   *
   * @param asked its name or id; empty for whichever it is
   * @param what the data, as in {@code a branch of database 'shop'}
   */
  public static void requireHolder(
      Transaction tx, UUID orgId, String asked, UUID holder, String what) {
    if (!asked.isEmpty() && !require(tx, orgId, asked).id().equals(holder)) {
      String name = tx.clusters().find(orgId, holder).map(Cluster::name).orElse(holder.toString());
      throw ControlPlaneException.invalidBecause(
          "cluster", "'%s' cannot have %s: the data is in '%s'".formatted(asked, what, name));
    }
  }

  private DataPlanes dataPlanes() {
    return context.loop().dataPlanes();
  }
}
