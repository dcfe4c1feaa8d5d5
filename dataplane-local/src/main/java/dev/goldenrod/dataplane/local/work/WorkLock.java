package dev.goldenrod.dataplane.local.work;

import dev.goldenrod.dataplane.WorkFailure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock for changes to one database's volumes, processes or login. */
public final class WorkLock {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String name;
  private final ReentrantLock lock = new ReentrantLock();

  public WorkLock(String name) {
    this.name = name;
  }

  public void lock() {
    lock.lock();
  }

  public boolean tryLock() {
    return lock.tryLock();
  }

  /**
   * Waits a limited time for the lock, to avoid a deadlock of two databases.
   *
   * @throws WorkFailure if the lock is not free in time
   */
  public void lockSoon() {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw WorkFailure.blocked("waiting for " + name + ", which is busy");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw WorkFailure.blocked("interrupted while waiting for " + name, e);
    }
  }

  public void unlock() {
    lock.unlock();
  }
}
