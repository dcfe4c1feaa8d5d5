package dev.goldenrod.testing;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * An in-memory store for tests. It fulfills the contract of {@link Store} except durability, and
 * runs one transaction at a time.
 */
public final class InMemoryStore implements Store {
  private final ReentrantLock lock = new ReentrantLock();
  private final UndoLog undoLog = new UndoLog();
  private final Transaction transaction = new InMemoryTransaction(undoLog);
  private final Duration lockTimeout;
  private volatile boolean closed;

  public InMemoryStore() {
    this(Duration.ofSeconds(10));
  }

  /**
   * Creates a store whose transactions wait for each other up to a limit.
   *
   * @param lockTimeout the longest wait
   */
  public InMemoryStore(Duration lockTimeout) {
    this.lockTimeout = lockTimeout;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("transactions cannot be nested; use the current one");
    }
    acquire();
    try {
      undoLog.begin();
      T result = work.apply(transaction);
      undoLog.commit();
      return result;
    } finally {
      undoLog.end();
      lock.unlock();
    }
  }

  private void acquire() {
    if (closed) {
      throw new StoreException("the in-memory store is closed; create a new one");
    }
    try {
      if (!lock.tryLock() && !lock.tryLock(lockTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreUnavailableException(
            "another transaction took longer than "
                + lockTimeout.toMillis()
                + " ms; shorten it or try again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while another transaction was running", e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
