package dev.goldenrod.cli.run;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Renews the lease of a temporary clone or branch until closed. At the time limit, the clone or
 * branch is deleted even if its command is still running.
 */
final class LeaseRenewer implements AutoCloseable {
  /** Length of a lease; renewed when a third of it has passed. */
  static final Duration LEASE = Duration.ofMinutes(10);

  private final Consumer<String> teller;
  private final TemporaryDatabase temporary;
  private final Duration lease;
  private final @Nullable Duration limit;
  private final long start = System.nanoTime();
  private volatile boolean isLast;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "lease");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param limit maximum lifetime; null for as long as the command runs
   */
  LeaseRenewer(
      Consumer<String> teller,
      TemporaryDatabase temporary,
      Duration lease,
      @Nullable Duration limit) {
    this.teller = teller;
    this.temporary = temporary;
    this.lease = lease;
    this.limit = limit;
  }

  /**
   * Returns the next lease, which never exceeds the time limit. A lease that reaches the limit is
   * not renewed, because the server rejects an extension by nothing.
   */
  Duration nextLease() {
    Duration left = left();
    isLast = limit != null && left.compareTo(lease) <= 0;
    return isLast ? left : lease;
  }

  private Duration left() {
    return limit == null ? lease : limit.minusNanos(System.nanoTime() - start);
  }

  /** Starts to renew the lease; called before the creation, which can last longer than a lease. */
  void begin() {
    long period = Math.max(1, lease.toMillis() / 3);
    executor.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.MILLISECONDS);
  }

  /** Starts to enforce the limit, if there is one; called once the database can be used. */
  void enforceLimit() {
    if (limit != null) {
      executor.schedule(this::end, Math.max(0, left().toMillis()), TimeUnit.MILLISECONDS);
    }
  }

  private void renew() {
    if (isLast) {
      return;
    }
    try {
      temporary.renew(nextLease());
    } catch (RuntimeException e) {
      isLast = false;
      teller.accept("%s was not renewed: %s".formatted(temporary, e.getMessage()));
    }
  }

  private void end() {
    teller.accept("the --ttl of %s has expired; it is deleted".formatted(temporary));
    try {
      temporary.delete();
    } catch (RuntimeException e) {
      teller.accept("%s could not be deleted now: %s".formatted(temporary, e.getMessage()));
    }
    executor.shutdown();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
