package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.measure.BenchFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A client that asks tiny queries all the time, and knows how long it was held up at most. */
final class PauseProbe implements AutoCloseable {
  private final Connection connection;
  private final Thread thread = new Thread(this::ask, "probe");
  private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
  private final AtomicLong longest = new AtomicLong();
  private volatile boolean enough;

  private PauseProbe(Connection connection) {
    this.connection = connection;
  }

  /** Asks on that connection, which it closes in the end. */
  static PauseProbe on(Connection connection) {
    PauseProbe probe = new PauseProbe(connection);
    probe.thread.start();
    return probe;
  }

  /** Forgets what was so far. */
  void reset() {
    longest.set(0);
  }

  /** The milliseconds between two answers at most. */
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
