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
 * A store that keeps everything in memory, for tests: it keeps every promise of the port but
 * durability, and runs one transaction at a time.
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
   * A store whose transactions wait no longer than that for each other.
   *
   * @param lockTimeout the longest wait
   */
  public InMemoryStore(Duration lockTimeout) {
    this.lockTimeout = lockTimeout;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("transactions are never nested; use the one under way");
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
      throw new StoreException("the in-memory store is closed; make a new one");
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
      throw new StoreException("interrupted while another transaction was under way", e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
