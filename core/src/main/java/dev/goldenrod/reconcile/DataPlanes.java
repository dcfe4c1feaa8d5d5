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

/**
 * The data planes that this process holds, each by its cluster. They come and go while the loop
 * runs. Thread-safe.
 */
public final class DataPlanes {
  /** Why nothing can be asked of a cluster whose data plane is not attached. */
  public static final String OFFLINE = "data-plane agent offline";

  private static final Logger LOG = LoggerFactory.getLogger(DataPlanes.class);

  private final Consumer<UUID> listener;
  private final ControlObserver observer;
  private final CopyOnWriteArrayList<AttachedCluster> attached = new CopyOnWriteArrayList<>();
  private volatile Optional<String> awaited = Optional.empty();

  /**
   * @param listener takes the id of a resource that may have changed in a data plane
   * @param observer is told what is asked of data planes, and how long databases stood still
   */
  DataPlanes(Consumer<UUID> listener, ControlObserver observer) {
    this.observer = observer;
    this.listener = listener;
  }

  /**
   * Gives the cluster's work to the data plane. One that the cluster had before is detached, unless
   * it is the same.
   *
   * @param ownsInventory whether what the data plane holds without a row of the store is an orphan
   */
  public void attach(Cluster cluster, DataPlane dataPlane, boolean ownsInventory) {
    AttachedCluster next = new AttachedCluster(cluster, dataPlane, ownsInventory, observer);
    Optional<AttachedCluster> replaced;
    synchronized (this) {
      replaced = attached(cluster.id()).stream().findFirst();
      if (replaced.filter(one -> one.isOf(dataPlane)).isPresent()) {
        return;
      }
      replaced.ifPresent(attached::remove);
      attached.add(next);
      awaited = Optional.empty();
      next.listen(listener);
    }
    replaced.ifPresent(AttachedCluster::detach);
    if (!ownsInventory) {
      LOG.info("the store is new to this data plane; whatever the data plane holds stays");
    }
  }

  /**
   * Asks nothing more of the data plane; calls under way are waited for, ten seconds at most.
   * Without effect when it is not attached, or no more.
   */
  public void detach(DataPlane dataPlane) {
    detachAll(one -> one.isOf(dataPlane));
  }

  /** The same for the data plane of that cluster. */
  public void detach(UUID clusterId) {
    detachAll(one -> one.id().equals(clusterId));
  }

  /**
   * Closes the data plane of that cluster, which its agent brought, and asks nothing more of it.
   * Without effect when it is not attached.
   */
  public void disconnect(UUID clusterId) {
    attached(clusterId).forEach(this::disconnect);
  }

  /** The same for one that may be another's place by now. */
  void disconnect(AttachedCluster leaving) {
    attached.remove(leaving);
    leaving.disconnect();
  }

  private void detachAll(Predicate<AttachedCluster> condition) {
    List<AttachedCluster> leaving = attached.stream().filter(condition).toList();
    attached.removeAll(leaving);
    leaving.forEach(AttachedCluster::detach);
  }

  /** Notes that a data plane is to be attached as soon as it can be, and why it cannot be yet. */
  public synchronized void await(String reason) {
    awaited = Optional.of(reason);
  }

  /** Why a data plane that is to be attached is not yet; empty when none is awaited. */
  public Optional<String> awaited() {
    return awaited;
  }

  /** Whether this process holds the cluster's data plane. */
  public boolean isAttached(UUID clusterId) {
    return !attached(clusterId).isEmpty();
  }

  /** What the cluster's data plane says of itself; empty when this process does not hold it. */
  public String message(UUID clusterId) {
    return attached(clusterId).stream().findFirst().map(AttachedCluster::message).orElse("");
  }

  /** Whether this process holds the cluster's data plane, which gives no answer now. */
  public boolean isLost(UUID clusterId) {
    return attached(clusterId).stream().anyMatch(AttachedCluster::isLost);
  }

  /** What is known of each of them. */
  public List<DataPlaneFigures> figures() {
    return attached.stream().map(AttachedCluster::figures).toList();
  }

  /** Whether the cluster's data plane is connected to this server or another. */
  public boolean isOnline(Cluster cluster, Instant now) {
    return isAttached(cluster.id()) || cluster.isOnlineAt(now);
  }

  /** The same for the cluster that runs the instance. */
  public boolean isOnline(Transaction tx, Instance instance, Instant now) {
    return isOnline(tx, instance.orgId(), instance.clusterId(), now);
  }

  /** The same for the cluster of that id. */
  public boolean isOnline(Transaction tx, UUID orgId, UUID clusterId, Instant now) {
    return isAttached(clusterId)
        || tx.clusters()
            .find(orgId, clusterId)
            .filter(cluster -> cluster.isOnlineAt(now))
            .isPresent();
  }

  /**
   * What the cluster's data plane answers; empty when it is not attached.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be reached or refuses to answer
   */
  public <T> Optional<T> call(UUID clusterId, Function<DataPlane, T> work) {
    return attached(clusterId).stream().findFirst().flatMap(cluster -> cluster.call(work));
  }

  /**
   * What the data planes of all those clusters answer; empty when one of them does not, or is not
   * attached here.
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
   * The cluster for a new database: the one that holds its data; where every cluster can have that,
   * the first that is online, else the first. Empty when it was deleted, or there is none.
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

  /** The attached cluster of that id; all of them for null. */
  List<AttachedCluster> attached(@Nullable UUID clusterId) {
    return attached.stream()
        .filter(one -> clusterId == null || one.id().equals(clusterId))
        .toList();
  }
}
