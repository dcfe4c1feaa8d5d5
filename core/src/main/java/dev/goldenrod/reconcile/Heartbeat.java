package dev.goldenrod.reconcile;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports this server's clusters as online in the store, and disconnects agents whose clusters were
 * deleted or got another token through any server. Once a newer release has upgraded the store's
 * tables, this server stops reconciling, because it may not understand the new rows; it continues
 * to answer requests. Thread-safe.
 */
final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final String RETIRED =
      "the store has tables of a newer release; this server still answers requests, and leaves other"
          + " work to servers of that release";

  private final Store store;
  private final DataPlanes dataPlanes;
  private final @Nullable String address;
  private volatile boolean retired;

  /**
   * @param address the address of this server for other servers of the store; null for none
   */
  Heartbeat(Store store, DataPlanes dataPlanes, @Nullable String address) {
    this.store = store;
    this.dataPlanes = dataPlanes;
    this.address = address;
  }

  /** Sends one heartbeat; returns false when this server has stopped reconciling. */
  boolean beat(Instant now) {
    if (store.heartbeat() == StoreRelease.NEWER && !retired) {
      retired = true;
      LOG.warn(RETIRED);
    }
    List<AttachedCluster> clusters = dataPlanes.attached(null);
    if (!clusters.isEmpty()) {
      store.inTransaction(tx -> revoked(tx, clusters, now)).forEach(dataPlanes::disconnect);
    }
    return !retired;
  }

  /** Returns the clusters whose agents are no longer allowed, and reports the others as online. */
  private List<AttachedCluster> revoked(
      Transaction tx, List<AttachedCluster> clusters, Instant now) {
    List<AttachedCluster> revoked = clusters.stream().filter(one -> one.isRevoked(tx)).toList();
    if (!retired) {
      clusters.stream()
          .filter(one -> !revoked.contains(one))
          .forEach(one -> tx.clusters().seen(one.id(), now, address));
    }
    return revoked;
  }

  /** Returns why this server has stopped reconciling; empty while it reconciles. */
  Optional<String> retirement() {
    return retired ? Optional.of(RETIRED) : Optional.empty();
  }
}
