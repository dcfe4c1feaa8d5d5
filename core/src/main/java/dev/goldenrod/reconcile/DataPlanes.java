package dev.goldenrod.reconcile;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data planes that are attached to this process at present. Thread-safe. */
public final class DataPlanes {
  /** The message for resources of a cluster whose data plane is not attached. */
  public static final String OFFLINE = "data-plane agent offline";

  /** The message for work that is refused because its cluster has too little storage left. */
  public static final String STORAGE_EXHAUSTED =
      "the cluster's storage pool is exhausted; delete databases, or enlarge it";

  private static final Logger LOG = LoggerFactory.getLogger(DataPlanes.class);

  private final Consumer<UUID> listener;
  private final ControlObserver observer;
  private final CopyOnWriteArrayList<AttachedCluster> attached = new CopyOnWriteArrayList<>();
  private volatile Optional<String> pendingReason = Optional.empty();

  /**
   * @param listener receives the id of a resource that may have changed in a data plane
   * @param observer receives the calls of data planes and the times for which databases paused
   */
  DataPlanes(Consumer<UUID> listener, ControlObserver observer) {
    this.observer = observer;
    this.listener = listener;
  }

  /**
   * Attaches the data plane to the cluster. Another data plane of the cluster is detached.
   *
   * @param ownsInventory whether resources in the data plane without a row are orphans
   */
  public void attach(Cluster cluster, DataPlane dataPlane, boolean ownsInventory) {
    AttachedCluster next = new AttachedCluster(cluster, dataPlane, ownsInventory, observer);
    Optional<AttachedCluster> replaced;
    synchronized (this) {
      replaced = attached(cluster.id()).stream().findFirst();
      if (replaced.filter(one -> one.wraps(dataPlane)).isPresent()) {
        return;
      }
      replaced.ifPresent(attached::remove);
      attached.add(next);
      pendingReason = Optional.empty();
      next.listen(listener);
    }
    replaced.ifPresent(AttachedCluster::detach);
    if (!ownsInventory) {
      LOG.info("The store has no rows for this data plane yet; none of its resources are deleted");
    }
  }

  /**
   * Stops using the data plane if it is attached; waits up to ten seconds for calls in progress.
   */
  public void detach(DataPlane dataPlane) {
    detachAll(one -> one.wraps(dataPlane));
  }

  /** Stops using the data plane of the cluster, as {@link #detach(DataPlane)} does. */
  public void detach(UUID clusterId) {
    detachAll(one -> one.id().equals(clusterId));
  }

  /** Closes the cluster's data plane, if it is attached, and stops using it. */
  public void disconnect(UUID clusterId) {
    attached(clusterId).forEach(this::disconnect);
  }

  /** Disconnects the attachment, even if another data plane has replaced it since. */
  void disconnect(AttachedCluster leaving) {
    attached.remove(leaving);
    leaving.disconnect();
  }

  private void detachAll(Predicate<AttachedCluster> condition) {
    List<AttachedCluster> leaving = attached.stream().filter(condition).toList();
    attached.removeAll(leaving);
    leaving.forEach(AttachedCluster::detach);
  }

  /** Records that a data plane will be attached as soon as possible, and why it is not yet. */
  public synchronized void setPendingReason(String reason) {
    pendingReason = Optional.of(reason);
  }

  /** Returns why an expected data plane is not attached yet; empty when none is expected. */
  public Optional<String> pendingReason() {
    return pendingReason;
  }

  /** Returns whether the cluster's data plane is attached to this process. */
  public boolean isAttached(UUID clusterId) {
    return !attached(clusterId).isEmpty();
  }

  /** Returns the message of the cluster's data plane; empty when it is not attached here. */
  public String message(UUID clusterId) {
    return attached(clusterId).stream().findFirst().map(AttachedCluster::message).orElse("");
  }

  /** Returns whether the cluster's data plane is attached here but does not answer at present. */
  public boolean isUnreachable(UUID clusterId) {
    return attached(clusterId).stream().anyMatch(AttachedCluster::isUnreachable);
  }

  /** Returns the state of each attached data plane, without calls to it. */
  public List<DataPlaneFigures> figures() {
    return attached.stream().map(AttachedCluster::figures).toList();
  }

  /** Returns whether the cluster's data plane is connected to this server or another. */
  public boolean isOnline(Cluster cluster, Instant now) {
    return isAttached(cluster.id()) || cluster.isOnlineAt(now);
  }

  /**
   * Returns whether the data plane that runs the instance is connected to this server or another.
   */
  public boolean isOnline(Transaction tx, Instance instance, Instant now) {
    return isOnline(tx, instance.orgId(), instance.clusterId(), now);
  }

  /** Returns whether the data plane of that cluster is connected to this server or another. */
  public boolean isOnline(Transaction tx, UUID orgId, UUID clusterId, Instant now) {
    return isAttached(clusterId)
        || tx.clusters()
            .find(orgId, clusterId)
            .filter(cluster -> cluster.isOnlineAt(now))
            .isPresent();
  }

  /**
   * Calls the cluster's data plane; empty when it is not attached.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be reached or refuses to answer
   */
  public <T> Optional<T> call(UUID clusterId, Function<DataPlane, T> work) {
    return attached(clusterId).stream().findFirst().flatMap(cluster -> cluster.call(work));
  }

  /**
   * Calls the data planes of all the clusters; empty when one is unreachable or not attached here.
   */
  public <T> List<T> callAll(List<Cluster> clusters, Function<DataPlane, T> question) {
    try {
      List<T> answers =
          clusters.stream().flatMap(cluster -> call(cluster.id(), question).stream()).toList();
      return answers.size() == clusters.size() ? answers : List.of();
    } catch (DataPlaneException away) {
      return List.of();
    }
  }

  /**
   * Returns the cluster for a new database: the one that holds its data or, if every cluster can
   * have the data, the first online one, else the first. Empty when there is no such cluster.
   *
   * @param holder null when every cluster can have the data
   */
  public Optional<Cluster> select(Transaction tx, UUID orgId, @Nullable UUID holder, Instant now) {
    List<Cluster> clusters = tx.clusters().list(orgId);
    return holder == null
        ? first(clusters, cluster -> isOnline(cluster, now)).or(() -> clusters.stream().findFirst())
        : first(clusters, cluster -> cluster.id().equals(holder));
  }

  private static Optional<Cluster> first(List<Cluster> clusters, Predicate<Cluster> condition) {
    return clusters.stream().filter(condition).findFirst();
  }

  /** Returns the attached cluster of that id; all attached clusters for null. */
  List<AttachedCluster> attached(@Nullable UUID clusterId) {
    return attached.stream()
        .filter(one -> clusterId == null || one.id().equals(clusterId))
        .toList();
  }
}
