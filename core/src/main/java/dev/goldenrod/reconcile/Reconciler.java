package dev.goldenrod.reconcile;

import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Brings one kind of resource a step nearer to its desired state.
 *
 * @param <R> what a look needs to know of the resource
 */
interface Reconciler<R> {
  /** Reads the resource; empty when it is gone. */
  Optional<R> load(Transaction transaction, WorkItem item);

  /**
   * Looks at the data plane, asks it for the next step, and says what to store. No transaction is
   * open meanwhile.
   */
  Outcome reconcile(R resource, Instant now);

  /** What to store when the data plane could not be reached or refused, for the reason. */
  default Outcome broken(R resource, String reason, Instant now) {
    return Outcome.stuck(now);
  }

  /** Removes what a resource that is gone may have left in the data plane. */
  default void removeLeftovers(UUID resourceId) {}

  /** A look at the resource, which hides what kind it is and whether it is gone. */
  default Look prepare(Transaction transaction, WorkItem item) {
    return load(transaction, item).map(this::lookAt).orElseGet(() -> lookAfter(item.resourceId()));
  }

  private Look lookAt(R resource) {
    return new Look() {
      @Override
      public Outcome reconcile(Instant now) {
        return Reconciler.this.reconcile(resource, now);
      }

      @Override
      public Outcome broken(String reason, Instant now) {
        return Reconciler.this.broken(resource, reason, now);
      }
    };
  }

  private Look lookAfter(UUID resourceId) {
    return new Look() {
      @Override
      public Outcome reconcile(Instant now) {
        removeLeftovers(resourceId);
        return Outcome.finish();
      }

      @Override
      public Outcome broken(String reason, Instant now) {
        return Outcome.stuck(now);
      }
    };
  }

  /** One look at one resource. */
  interface Look {
    Outcome reconcile(Instant now);

    Outcome broken(String reason, Instant now);
  }
}
