package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who may change the database now. H2 writes its maps to the file one after the other: what is
 * flushed while another transaction is at work can hold a half of it, which a kill then leaves
 * behind. So transactions that change an embedded database take turns, from their first change to
 * the end of their flush.
 */
final class WriteLock {
  private final @Nullable ReentrantLock turn;
  private final Duration patience;
  private final String location;

  private WriteLock(@Nullable ReentrantLock turn, Duration patience, String location) {
    this.turn = turn;
    this.patience = patience;
    this.location = location;
  }

  static WriteLock of(Dialect dialect, StoreOptions options) {
    ReentrantLock turn = dialect.needsFlush() ? new ReentrantLock(true) : null;
    return new WriteLock(turn, options.lockTimeout(), options.location());
  }

  /** Waits for this thread's turn, unless it has it. */
  void acquire() {
    if (turn == null || turn.isHeldByCurrentThread()) {
      return;
    }
    try {
      if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreException(
            "another transaction kept the store " + location + " locked; try again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store " + location, e);
    }
  }

  /** Ends this thread's turn, if it has it. */
  void release() {
    if (turn != null && turn.isHeldByCurrentThread()) {
      turn.unlock();
    }
  }
}
