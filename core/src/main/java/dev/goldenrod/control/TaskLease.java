package dev.goldenrod.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;

/**
 * A server's lease on a task that only one server of a store does at a time. It expires {@link
 * WorkItem#LEASE} after the last {@link #hold()}. Thread-safe.
 */
public final class TaskLease {
  /** Never due, so that no loop processes the task's work item. */
  private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

  private final Store store;
  private final Clock clock;
  private final String owner;
  private final WorkItem item;

  TaskLease(Store store, Clock clock, String owner, UUID orgId, String task) {
    this.store = store;
    this.clock = clock;
    this.owner = owner;
    String key = "task/" + orgId + "/" + task;
    UUID id = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    this.item = WorkItem.due(WorkKind.TASK, orgId, id, null, NEVER);
  }

  /**
   * Acquires or renews the lease; false if another server holds it.
   *
   * @throws StoreException if the store is unavailable
   */
  public boolean hold() {
    return store.inTransaction(this::hold);
  }

  private boolean hold(Transaction tx) {
    Instant time = ControlContext.now(clock);
    WorkItem there = find(tx);
    boolean isMine = owner.equals(there.leaseOwner());
    return (isMine || there.isFree(time))
        && tx.work().claim(there, owner, time.plus(WorkItem.LEASE)).isPresent();
  }

  private WorkItem find(Transaction tx) {
    return tx.work()
        .find(item.resourceId())
        .orElseGet(
            () -> {
              tx.work().schedule(item);
              return tx.work().find(item.resourceId()).orElseThrow();
            });
  }

  /**
   * Releases the lease, if this server holds it.
   *
   * @throws StoreException if the store is unavailable
   */
  public void release() {
    store.useTransaction(
        tx ->
            tx.work()
                .find(item.resourceId())
                .filter(there -> owner.equals(there.leaseOwner()))
                .ifPresent(there -> tx.work().release(there, NEVER, 0)));
  }
}
