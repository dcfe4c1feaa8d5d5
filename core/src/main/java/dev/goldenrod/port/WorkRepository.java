package dev.goldenrod.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The work items of the reconcile loop. */
public interface WorkRepository {
  /**
   * Makes the resource due: inserts the item or, if the resource has one, replaces its kind,
   * cluster and due time, resets its attempts, raises its revision and keeps its lease.
   */
  void schedule(WorkItem item);

  Optional<WorkItem> find(UUID resourceId);

  /**
   * Returns due items whose lease is free or has expired, earliest due first.
   *
   * @param clusters items of these clusters, and items without a cluster
   */
  List<WorkItem> due(Instant now, List<UUID> clusters, int limit);

  /**
   * Acquires the lease if the row's revision is the item's, and raises it; empty when another
   * server was faster. A kill of the process may undo the claim, on which no other server relies.
   */
  Optional<WorkItem> claim(WorkItem item, String owner, Instant until);

  /**
   * Releases the lease and sets the next due time, if the owner still holds the lease. If the item
   * was scheduled since it was claimed, that schedule's due time is kept and attempts stay 0. A
   * kill of the process may undo the release if the transaction does nothing else: the item is then
   * due when the lease expires, or when its server starts again.
   *
   * @param claimed the item as {@link #claim} returned it
   * @return whether the owner still held the lease
   */
  boolean release(WorkItem claimed, Instant dueAt, int attempts);

  /**
   * Releases the lease and deletes the item if the owner still holds the lease. An item that was
   * scheduled since it was claimed is kept without the lease. A kill of the process may undo this
   * as it may undo {@link #release}.
   *
   * @param claimed the item as {@link #claim} returned it
   * @return whether the owner still held the lease
   */
  boolean remove(WorkItem claimed);

  /** Releases every lease of the owner, whose process was restarted. */
  void releaseAllOf(String owner);
}
