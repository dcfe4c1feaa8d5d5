package dev.goldenrod.control.context;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A cache of cluster names. Names never change, so each is read once. Thread-safe. */
public final class ClusterNames {
  private final Store store;
  private final Map<UUID, String> known = new ConcurrentHashMap<>();

  public ClusterNames(Store store) {
    this.store = store;
  }

  /** Returns the name of the cluster, read in a separate transaction if it is not cached. */
  public Optional<String> find(UUID orgId, @Nullable UUID id) {
    return id == null ? Optional.empty() : known(id).or(() -> read(orgId, id));
  }

  private Optional<String> read(UUID orgId, UUID id) {
    Optional<Cluster> cluster = store.inTransaction(tx -> tx.clusters().find(orgId, id));
    cluster.ifPresent(this::cache);
    return cluster.map(Cluster::name);
  }

  public Optional<String> known(@Nullable UUID id) {
    return id == null ? Optional.empty() : Optional.ofNullable(known.get(id));
  }

  /** Caches the organization's cluster names, for {@link #known} later in the transaction. */
  void cacheAll(Transaction tx, UUID orgId) {
    tx.clusters().list(orgId).forEach(this::cache);
  }

  private void cache(Cluster cluster) {
    known.put(cluster.id(), cluster.name());
  }

  public void remove(UUID id) {
    known.remove(id);
  }
}
