package dev.goldenrod.port;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The work items of the reconcile loop. */
public interface WorkRepository {
  /**
   * Makes the resource due: inserts the item, or, when the resource has one, replaces its kind,
   * cluster and due time, clears its attempts, raises its revision and leaves its lease alone.
   */
  void schedule(WorkItem item);

  Optional<WorkItem> find(UUID resourceId);

  /**
   * Items due at that time whose lease is free or has run out, earliest due first.
   *
   * @param clusters items of these clusters, and items of no cluster
   * @param limit at most so many
   */
  List<WorkItem> due(Instant now, List<UUID> clusters, int limit);

  /**
   * Takes the lease if the row's revision is the item's, raising it; empty when it is not: another
   * server was faster. A kill of the process may undo the claim; no other server relies on it.
   */
  Optional<WorkItem> claim(WorkItem item, String owner, Instant until);

  /**
   * Gives the lease back and sets when it is due again, if the owner still holds it. If the item
   * was scheduled since it was claimed, the due time of that schedule stands and attempts stay 0. A
   * kill of the process may undo it if the transaction does nothing else: the item is then due when
   * the lease ends, or when its server starts again.
   *
   * @param claimed the item as {@link #claim} returned it
   * @return whether the owner still held it
   */
  boolean release(WorkItem claimed, Instant dueAt, int attempts);

  /**
   * Gives the lease back and removes the item if the owner still holds it, unless it was scheduled
   * since it was claimed: then only the lease goes. A kill may undo it as it may {@link #release}.
   *
   * @param claimed the item as {@link #claim} returned it
   * @return whether the owner still held it
   */
  boolean remove(WorkItem claimed);

  /** Gives back every lease of that owner: its process was killed and started again. */
  void releaseAllOf(String owner);
}
