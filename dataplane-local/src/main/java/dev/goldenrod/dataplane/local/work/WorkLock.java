package dev.goldenrod.dataplane.local.work;

import dev.goldenrod.dataplane.WorkFailure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Held by who changes a database's volumes, its processes or its login. */
public final class WorkLock {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String name;
  private final ReentrantLock lock = new ReentrantLock();

  /** The lock of the database of that name. */
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
   * Waits for it, though not for ever: two that wait for each other would.
   *
   * @throws WorkFailure when it is not free in time
   */
  public void lockSoon() {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw WorkFailure.blocked("waits for " + name + ", which is at work");
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
