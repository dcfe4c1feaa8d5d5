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
 * Serializes the changes of an embedded database, and its flushes. H2 writes its maps to the file
 * one after the other, so a flush during a transaction can write a half of it, which a kill then
 * leaves behind. So transactions hold this lock from their first change to the end of their commit,
 * and a flush holds it too. Threads that committed before a flush began share it. A database with a
 * server of its own needs no such lock.
 */
final class WriteLock {
  private final boolean embedded;
  private final Duration patience;
  private final String location;
  private final String flushCommand;
  private final ReentrantLock commitLock = new ReentrantLock(true);
  private final ReentrantLock flush = new ReentrantLock(true);
  private long committed;
  private volatile long flushed;

  WriteLock(Dialect dialect, StoreOptions options) {
    this.embedded = dialect.needsFlush();
    this.patience = options.lockTimeout();
    this.location = options.location();
    this.flushCommand = options.waitsForDisk() ? "checkpoint sync" : "checkpoint";
  }

  void acquire() {
    if (embedded && !commitLock.isHeldByCurrentThread()) {
      await(commitLock);
    }
  }

  void release() {
    if (commitLock.isHeldByCurrentThread()) {
      commitLock.unlock();
    }
  }

  /** Commits, releases the lock, and waits until the changes are flushed. */
  void commit(Connection connection) throws SQLException {
    connection.commit();
    if (embedded) {
      long mine = ++committed;
      release();
      awaitFlush(connection, mine);
    }
  }

  /** The first waiting thread flushes for all threads that have committed by then. */
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
    // A flush after H2 closed this database was of the reopened one.
    H2Connections.requireOpen(connection);
  }

  private void flush(Connection connection) throws SQLException {
    commitLock.lock();
    try {
      execute(connection, flushCommand);
      H2Connections.requireOpen(connection);
      flushed = committed;
    } finally {
      commitLock.unlock();
    }
  }

  /** Commits, since the pool would roll back, which makes H2 discard its parsed statements. */
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
