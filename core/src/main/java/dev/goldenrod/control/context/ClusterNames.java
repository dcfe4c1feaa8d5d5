package dev.goldenrod.control.context;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What clusters are called. A cluster keeps its name, which is read once. Thread-safe. */
public final class ClusterNames {
  private final Store store;
  private final Map<UUID, String> known = new ConcurrentHashMap<>();

  public ClusterNames(Store store) {
    this.store = store;
  }

  /** The name of the cluster of that id, read in a transaction of its own if need be. */
  public Optional<String> find(UUID orgId, @Nullable UUID id) {
    return id == null ? Optional.empty() : known(id).or(() -> read(orgId, id));
  }

  private Optional<String> read(UUID orgId, UUID id) {
    Optional<Cluster> cluster = store.inTransaction(tx -> tx.clusters().find(orgId, id));
    cluster.ifPresent(this::keep);
    return cluster.map(Cluster::name);
  }

  /** The same of what {@link #learn} was told of, or that was found before. */
  public Optional<String> known(@Nullable UUID id) {
    return id == null ? Optional.empty() : Optional.ofNullable(known.get(id));
  }

  /** Has all clusters of the organisation known to what the transaction goes on to do. */
  void learn(Transaction tx, UUID orgId) {
    tx.clusters().list(orgId).forEach(this::keep);
  }

  private void keep(Cluster cluster) {
    known.put(cluster.id(), cluster.name());
  }

  /** The cluster is deleted. */
  public void remove(UUID id) {
    known.remove(id);
  }
}
