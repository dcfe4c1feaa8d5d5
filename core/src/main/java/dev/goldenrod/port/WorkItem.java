package dev.goldenrod.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A resource for the reconcile loop.
 *
 * @param resourceId the resource's id; a resource has one item at most
 * @param clusterId the cluster whose data plane is needed; null when any server can do the work
 * @param dueAt not to be looked at before
 * @param attempts how many looks in a row made no progress
 * @param leaseOwner the server that looks at it now; null when none does
 * @param leaseUntil when the lease ends by itself; null without a lease
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
  /** How long a server may take for one reconciliation before another one takes over. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  public WorkItem {
    Objects.requireNonNull(resourceId);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(dueAt);
  }

  /** An item without a lease. */
  public static WorkItem due(
      WorkKind kind, UUID orgId, UUID resourceId, @Nullable UUID clusterId, Instant dueAt) {
    return new WorkItem(resourceId, orgId, kind, clusterId, dueAt, 0, null, null, 0);
  }

  /** Whether no server holds the lease at that time. */
  public boolean isFree(Instant now) {
    return leaseUntil == null || !now.isBefore(leaseUntil);
  }

  /** The item as it is when that server has claimed it. */
  public WorkItem claimed(String owner, Instant until) {
    return new WorkItem(
        resourceId, orgId, kind, clusterId, dueAt, attempts, owner, until, revision + 1);
  }
}
