package dev.goldenrod.reconcile;

import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

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
        .map(this::reconciliation)
        .orElseGet(() -> cleanup(item.resourceId()));
  }

  private Reconciliation reconciliation(R resource) {
    return new Reconciliation() {
      @Override
      public ReconcileResult reconcile(Instant now) {
        return Reconciler.this.reconcile(resource, now);
      }

      @Override
      public ReconcileResult onError(String reason, Instant now) {
        return Reconciler.this.onError(resource, reason, now);
      }
    };
  }

  private Reconciliation cleanup(UUID resourceId) {
    return new Reconciliation() {
      @Override
      public ReconcileResult reconcile(Instant now) {
        return cleanUpDeleted(resourceId, now);
      }

      @Override
      public ReconcileResult onError(String reason, Instant now) {
        return ReconcileResult.retryLater(now);
      }
    };
  }

  interface Reconciliation {
    ReconcileResult reconcile(Instant now);

    ReconcileResult onError(String reason, Instant now);
  }
}
