package dev.goldenrod.reconcile;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Finds the resources that the attached data planes have something to do for. Thread-safe. */
record DueResources(Store store, DataPlanes dataPlanes) {
  private static final int BATCH = 100;

  /** How many resources of data planes that answer again are made due at once. */
  private static final int PUT_OFF = 1_000;

  /** Ids. What was put off while its data plane gave no answer is due when it does. */
  List<UUID> ids(Instant now) {
    List<AttachedCluster> attached = dataPlanes.attached(null);
    List<UUID> returned = ids(attached.stream().filter(AttachedCluster::claimReturn).toList());
    List<AttachedCluster> free = attached.stream().filter(one -> !one.isBusy()).toList();
    return free.isEmpty() && returned.isEmpty()
        ? List.of()
        : store.inTransaction(
            tx -> {
              if (!returned.isEmpty()) {
                hasten(tx, returned, now);
              }
              return tx.work().due(now, ids(free), BATCH).stream()
                  .map(WorkItem::resourceId)
                  .toList();
            });
  }

  private static void hasten(Transaction tx, List<UUID> clusters, Instant now) {
    tx.work().due(now.plus(Backoff.LONGEST), clusters, PUT_OFF).stream()
        .map(
            item ->
                WorkItem.due(item.kind(), item.orgId(), item.resourceId(), item.clusterId(), now))
        .forEach(tx.work()::schedule);
  }

  private static List<UUID> ids(List<AttachedCluster> clusters) {
    return clusters.stream().map(AttachedCluster::id).toList();
  }
}
