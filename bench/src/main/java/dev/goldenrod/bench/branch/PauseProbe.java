package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.measure.BenchFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A client that runs tiny queries continuously, and records its longest pause. */
final class PauseProbe implements AutoCloseable {
  private final Connection connection;
  private final Thread thread = new Thread(this::ask, "probe");
  private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
  private final AtomicLong longest = new AtomicLong();
  private volatile boolean enough;

  private PauseProbe(Connection connection) {
    this.connection = connection;
  }

  static PauseProbe on(Connection connection) {
    PauseProbe probe = new PauseProbe(connection);
    probe.thread.start();
    return probe;
  }

  void reset() {
    longest.set(0);
  }

  /** Returns the longest time between two responses, in milliseconds. */
  double longestPause() {
    SQLException failed = failure.get();
    if (failed != null) {
      throw new BenchFailure("the database does not answer: " + failed.getMessage(), failed);
    }
    return longest.get() / 1e6;
  }

  private void ask() {
    try (Statement statement = connection.createStatement()) {
      long last = System.nanoTime();
      while (!enough) {
        statement.execute("SELECT 1");
        long now = System.nanoTime();
        longest.accumulateAndGet(now - last, Math::max);
        last = now;
      }
    } catch (SQLException e) {
      failure.set(e);
    }
  }

  @Override
  public void close() {
    enough = true;
    try {
      thread.join();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      throw new BenchFailure("a connection cannot be closed: " + e.getMessage(), e);
    }
  }
}
