package dev.goldenrod.control.context;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.DataPlanes;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
   * The cluster for new work: the one that holds the data, else one that is online if there is any.
   *
   * @param holder null when every cluster can do it
   */
  public Cluster select(Transaction tx, Actor actor, @Nullable UUID holder) {
    return dataPlanes()
        .select(tx, actor.orgId(), holder, context.now())
        .orElseThrow(context::noCluster);
  }

  private DataPlanes dataPlanes() {
    return context.loop().dataPlanes();
  }
}
