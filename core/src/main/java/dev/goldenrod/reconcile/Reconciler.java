package dev.goldenrod.reconcile;

import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Brings one kind of resource a step nearer to its desired state.
 *
 * @param <R> what a reconciliation needs to know of the resource
 */
interface Reconciler<R> {
  /** Reads the resource; empty when it is gone. */
  Optional<R> load(Transaction transaction, WorkItem item);

  /**
   * Observes the data plane, asks it for the next step, and says what to store. No transaction is
   * open meanwhile.
   */
  ReconcileResult reconcile(R resource, Instant now);

  /** What to store when the data plane could not be reached or refused, for the reason. */
  default ReconcileResult onError(R resource, String reason, Instant now) {
    return ReconcileResult.retryLater(now);
  }

  /** Removes what a resource that is gone may have left in the data plane. */
  default ReconcileResult cleanUpDeleted(UUID resourceId, Instant now) {
    return ReconcileResult.finish();
  }

  /** A reconciliation of the resource, which hides its kind and whether it was deleted. */
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

  /** One reconciliation of one resource. */
  interface Reconciliation {
    ReconcileResult reconcile(Instant now);

    ReconcileResult onError(String reason, Instant now);
  }
}
