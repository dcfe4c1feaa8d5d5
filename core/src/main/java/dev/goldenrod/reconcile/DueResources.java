package dev.goldenrod.reconcile;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Finds the resources that are due in the attached data planes. Thread-safe. */
record DueResources(Store store, DataPlanes dataPlanes) {
  private static final int BATCH = 100;

  /** How many resources are made due at once when their data planes answer again. */
  private static final int RETURNED_BATCH = 1_000;

  /** Returns the due resources, including all that wait for a data plane that answers again. */
  List<UUID> ids(Instant now) {
    List<AttachedCluster> attached = dataPlanes.attached(null);
    List<UUID> returned = ids(attached.stream().filter(AttachedCluster::claimReturn).toList());
    List<AttachedCluster> free = attached.stream().filter(one -> !one.isBusy()).toList();
    return free.isEmpty() && returned.isEmpty()
        ? List.of()
        : store.inTransaction(
            tx -> {
              if (!returned.isEmpty()) {
                makeDue(tx, returned, now);
              }
              return tx.work().due(now, ids(free), BATCH).stream()
                  .map(WorkItem::resourceId)
                  .toList();
            });
  }

  private static void makeDue(Transaction tx, List<UUID> clusters, Instant now) {
    tx.work().due(now.plus(Backoff.LONGEST), clusters, RETURNED_BATCH).stream()
        .map(
            item ->
                WorkItem.due(item.kind(), item.orgId(), item.resourceId(), item.clusterId(), now))
        .forEach(tx.work()::schedule);
  }

  private static List<UUID> ids(List<AttachedCluster> clusters) {
    return clusters.stream().map(AttachedCluster::id).toList();
  }
}
