package dev.goldenrod.reconcile;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings one kind of resource a step closer to its desired state.
 *
 * @param <R> the resource with what its reconciliation needs
 */
interface Reconciler<R> {
  /** Reads the resource; empty when it was deleted. */
  Optional<R> load(Transaction transaction, WorkItem item);

  /** Observes the data plane and requests the next step there, outside of any transaction. */
  ReconcileResult reconcile(R resource, Instant now);

  /** Returns the result when the data plane was unreachable or refused, with the reason. */
  default ReconcileResult onError(R resource, String reason, Instant now) {
    return ReconcileResult.retryLater(now);
  }

  default ReconcileResult cleanUpDeleted(UUID resourceId, Instant now) {
    return ReconcileResult.finish();
  }

  /** Returns a reconciliation of the resource, or the cleanup when it was deleted. */
  default Reconciliation reconciliationOf(Transaction transaction, WorkItem item) {
    return load(transaction, item)
        .map(
            resource ->
                new Reconciliation(
                    now -> reconcile(resource, now),
                    (reason, now) -> onError(resource, reason, now)))
        .orElseGet(
            () ->
                new Reconciliation(
                    now -> cleanUpDeleted(item.resourceId(), now),
                    (reason, now) -> ReconcileResult.retryLater(now)));
  }

  /**
   * A reconciliation of a loaded resource.
   *
   * @param reconcile runs it at the given time
   * @param onError returns the result for a reason why the data plane failed, at the given time
   */
  record Reconciliation(
      Function<Instant, ReconcileResult> reconcile,
      BiFunction<String, Instant, ReconcileResult> onError) {}

  /** Audits a change that the loop made, in the transaction. */
  static void audit(
      Transaction tx,
      IdGenerator ids,
      UUID orgId,
      String action,
      String target,
      Map<String, @Nullable Object> metadata,
      Instant now) {
    tx.audit().append(new AuditEvent(ids.next(), orgId, action, null, target, metadata, now));
  }
}
