package dev.goldenrod.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A resource that the reconcile loop has to process.
 *
 * @param resourceId the resource's id; a resource has at most one item
 * @param clusterId the cluster whose data plane is needed; null when any server can do the work
 * @param dueAt the earliest time of the next reconciliation
 * @param attempts how many reconciliations in a row made no progress
 * @param leaseOwner the server that is reconciling the resource; null for none
 * @param leaseUntil when the lease expires; null without a lease
 * @param revision raised by the store at every change of the row
 */
public record WorkItem(
    UUID resourceId,
    UUID orgId,
    WorkKind kind,
    @Nullable UUID clusterId,
    Instant dueAt,
    int attempts,
    @Nullable String leaseOwner,
    @Nullable Instant leaseUntil,
    long revision) {
  /** The lease of a server for one reconciliation, after which another server may take over. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  public WorkItem {
    Objects.requireNonNull(resourceId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(dueAt);
  }

  /** Returns an item without a lease. */
  public static WorkItem due(
      WorkKind kind, UUID orgId, UUID resourceId, @Nullable UUID clusterId, Instant dueAt) {
    return new WorkItem(resourceId, orgId, kind, clusterId, dueAt, 0, null, null, 0);
  }

  /** Returns whether no server holds the lease at the given time. */
  public boolean isFree(Instant now) {
    return leaseUntil == null || !now.isBefore(leaseUntil);
  }

  /** Returns a copy that the server has claimed. */
  public WorkItem claimed(String owner, Instant until) {
    return new WorkItem(
        resourceId, orgId, kind, clusterId, dueAt, attempts, owner, until, revision + 1);
  }
}
