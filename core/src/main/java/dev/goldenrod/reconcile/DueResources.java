package dev.goldenrod.reconcile;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Finds the resources that the attached data planes have something to do for. Thread-safe. */
record DueResources(Store store, DataPlanes dataPlanes) {
  private static final int BATCH = 100;

  /** How many resources of data planes that answer again are begun with at once. */
  private static final int PUT_OFF = 1_000;

  /** Ids, each once. What was put off while its data plane gave no answer is due when it does. */
  List<UUID> ids(Instant now) {
    List<AttachedCluster> attached = dataPlanes.attached(null);
    List<AttachedCluster> returned =
        attached.stream().filter(AttachedCluster::claimReturn).toList();
    return Stream.concat(
            due(now, attached, BATCH), due(now.plus(Backoff.LONGEST), returned, PUT_OFF))
        .distinct()
        .toList();
  }

  private Stream<UUID> due(Instant when, List<AttachedCluster> clusters, int limit) {
    List<UUID> ids = clusters.stream().map(AttachedCluster::id).toList();
    return ids.isEmpty()
        ? Stream.of()
        : store.inTransaction(tx -> tx.work().due(when, ids, limit)).stream()
            .map(WorkItem::resourceId);
  }
}
