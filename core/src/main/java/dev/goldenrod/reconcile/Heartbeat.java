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
 * Tells the store that this server's clusters are online, until a newer release has brought the
 * store's tables up to its own: what that one writes there, this one may not understand. Requests
 * are answered on. Agents whose clusters were deleted or got other tokens, through any server, are
 * disconnected. Thread-safe.
 */
final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final String RETIRED =
      "the store has tables of a newer release; this server answers requests and leaves the work to"
          + " servers of that release";

  private final Store store;
  private final DataPlanes dataPlanes;
  private final @Nullable String address;
  private volatile boolean retired;

  /**
   * @param address where other servers of the store reach this one; null when they do not
   */
  Heartbeat(Store store, DataPlanes dataPlanes, @Nullable String address) {
    this.store = store;
    this.dataPlanes = dataPlanes;
    this.address = address;
  }

  /** One beat; false when this server takes no more work. */
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

  /** Those whose agents are let in no more; the store is told that the others are online. */
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

  /** Why this server takes no more work; empty while it does. */
  Optional<String> retirement() {
    return retired ? Optional.of(RETIRED) : Optional.empty();
  }
}
