package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.environment.ApiDatabases;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Samples;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Measures snapshots and branches of one database, in turns. */
final class BranchMeasurement {
  /**
   * The figures in milliseconds.
   *
   * @param snapshot from the request to the response with status ready
   * @param snapshotPause the longest pause of a client of the database during the snapshots
   * @param branch from the request to the response with status running
   * @param branchPause the longest pause of a client of the database during the branches
   */
  record Measured(Samples snapshot, Samples snapshotPause, Samples branch, Samples branchPause) {
    Measured() {
      this(new Samples(), new Samples(), new Samples(), new Samples());
    }
  }

  private static final String COPY = "copy";

  private final ApiDatabases databases;
  private final String database;

  BranchMeasurement(ApiDatabases databases, String database) {
    this.databases = databases;
    this.database = database;
  }

  /** Measures the rounds, after warm-up rounds whose figures are dropped. */
  Measured run(int warmUps, int rounds) {
    try (PauseProbe probe = PauseProbe.on(databases.connect(database))) {
      for (int i = 0; i < warmUps; i++) {
        round(probe, new Measured());
      }
      Measured measured = new Measured();
      for (int i = 0; i < rounds; i++) {
        round(probe, measured);
      }
      return measured;
    } catch (SQLException e) {
      throw new BenchFailure("cannot log in to database " + database + ": " + e.getMessage(), e);
    }
  }

  private void round(PauseProbe probe, Measured measured) {
    measure(
        probe,
        () -> databases.snapshot(database, COPY),
        measured.snapshot(),
        measured.snapshotPause());
    measure(
        probe, () -> databases.branch(database, COPY), measured.branch(), measured.branchPause());
    databases.delete(COPY);
    databases.deleteSnapshots(database);
  }

  private static void measure(
      PauseProbe probe, DoubleSupplier work, Samples time, Samples longestPause) {
    probe.reset();
    time.add(work.getAsDouble());
    longestPause.add(probe.longestPause());
  }

  /** A client that runs tiny queries continuously, and records its longest pause. */
  private static final class PauseProbe implements AutoCloseable {
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
}
