package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who may change an embedded database now, and what of it has reached its file. H2 writes its maps
 * to the file one after the other: what is flushed while a transaction is at work can hold a half
 * of it, which a kill then leaves behind. So transactions that change the database take turns, from
 * their first change to the end of their commit, and a flush has a turn of its own. A thread that
 * committed before that turn began shares the flush. A database with a server of its own needs
 * nothing of this.
 */
final class WriteLock {
  private final boolean embedded;
  private final Duration patience;
  private final String location;
  private final String flushCommand;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final ReentrantLock flush = new ReentrantLock(true);
  private long committed;
  private volatile long flushed;

  private WriteLock(boolean embedded, StoreOptions options) {
    this.embedded = embedded;
    this.patience = options.lockTimeout();
    this.location = options.location();
    this.flushCommand = options.waitsForDisk() ? "checkpoint sync" : "checkpoint";
  }

  static WriteLock of(Dialect dialect, StoreOptions options) {
    return new WriteLock(dialect.needsFlush(), options);
  }

  /** Waits for this thread's turn, unless it has it. */
  void acquire() {
    if (embedded && !turn.isHeldByCurrentThread()) {
      await(turn);
    }
  }

  /** Ends this thread's turn, if it has it. */
  void release() {
    if (turn.isHeldByCurrentThread()) {
      turn.unlock();
    }
  }

  /**
   * Commits the changes that were made in this thread's turn, ends it, and returns when the disk
   * holds them, or the file if the store does not wait for the disk.
   */
  void commit(Connection connection) throws SQLException {
    connection.commit();
    if (embedded) {
      long mine = ++committed;
      release();
      awaitFlush(connection, mine);
    }
  }

  /** The first that waits flushes for all whose commits are done by then. */
  private void awaitFlush(Connection connection, long commit) throws SQLException {
    flush.lock();
    try {
      if (flushed < commit) {
        flush(connection);
        return;
      }
    } finally {
      flush.unlock();
    }
    // What was flushed later than H2 closed a database is another one's.
    H2Connections.requireOpen(connection);
  }

  private void flush(Connection connection) throws SQLException {
    turn.lock();
    try {
      execute(connection, flushCommand);
      H2Connections.requireOpen(connection);
      flushed = committed;
    } finally {
      turn.unlock();
    }
  }

  /** The pool rolls back what was not committed, and then H2 forgets its parsed statements. */
  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    connection.commit();
  }

  private void await(ReentrantLock lock) {
    try {
      if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreUnavailableException(
            "another transaction kept the store " + location + " locked; try again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store " + location, e);
    }
  }
}
