package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.TaskLease;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires a lease whenever it is free, and renews it until closed. A server that cannot reach the
 * store does not count as the holder. Thread-safe.
 */
final class LeaseKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  /** A third of the lease's time, so that one failed renewal does not lose the lease. */
  private static final Duration RENEWAL = Duration.ofSeconds(5);

  private final TaskLease lease;
  private final BooleanSupplier mayHold;
  private final Runnable taken;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("declared-lease"));
  private volatile boolean isHeld;

  /**
   * @param taken is called when the lease was acquired, not when it was renewed
   */
  LeaseKeeper(TaskLease lease, BooleanSupplier mayHold, Runnable taken) {
    this.lease = lease;
    this.mayHold = mayHold;
    this.taken = taken;
  }

  void start() {
    timer.scheduleWithFixedDelay(this::renew, 0, RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isHeld() {
    return isHeld;
  }

  private void renew() {
    try {
      boolean before = isHeld;
      isHeld = mayHold.getAsBoolean() && lease.hold();
      if (isHeld && !before) {
        taken.run();
      } else if (before && !isHeld) {
        lease.release();
      }
    } catch (RuntimeException e) {
      isHeld = false;
      LOG.debug("Cannot renew the lease on declared objects, will retry", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    if (isHeld) {
      isHeld = false;
      try {
        lease.release();
      } catch (RuntimeException e) {
        LOG.debug("Cannot release the lease on declared objects, it will expire", e);
      }
    }
  }
}
