package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/** Clients that transfer amounts between accounts as fast as they can until closed. */
final class TransferWorkload implements AutoCloseable {
  static final int WRITERS = 8;

  static final String TABLES =
      """
      CREATE TABLE account (id int PRIMARY KEY, balance bigint NOT NULL);
      INSERT INTO account SELECT id, 0 FROM generate_series(0, 49) AS id;
      CREATE TABLE transfer (writer int PRIMARY KEY, number bigint NOT NULL);
      INSERT INTO transfer SELECT writer, 0 FROM generate_series(0, 7) AS writer;
      """;

  private static final int ACCOUNTS = 50;

  private final AtomicLongArray committed = new AtomicLongArray(WRITERS);
  private final AtomicBoolean enough = new AtomicBoolean();
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<Void>> writers = new ArrayList<>();

  private TransferWorkload() {}

  static TransferWorkload in(Credentials login) {
    TransferWorkload transfers = new TransferWorkload();
    for (int writer = 0; writer < WRITERS; writer++) {
      int mine = writer;
      transfers.writers.add(transfers.threads.submit(() -> transfers.transfer(login, mine)));
    }
    return transfers;
  }

  /** Returns the last transfer of each writer that the server confirmed. */
  long[] committed() {
    long[] now = new long[WRITERS];
    for (int writer = 0; writer < WRITERS; writer++) {
      now[writer] = committed.get(writer);
    }
    return now;
  }

  /** A transfer is one transaction; it counts once the server has confirmed the commit. */
  private Void transfer(Credentials login, int writer) throws SQLException {
    try (Connection connection = DatabaseFixture.connect(login);
        PreparedStatement move =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
        PreparedStatement count =
            connection.prepareStatement("UPDATE transfer SET number = ? WHERE writer = ?")) {
      connection.setAutoCommit(false);
      for (long number = 1; !enough.get(); number++) {
        // Updates the lower account first, to avoid deadlocks.
        int from = ThreadLocalRandom.current().nextInt(ACCOUNTS - 1);
        int to = ThreadLocalRandom.current().nextInt(from + 1, ACCOUNTS);
        update(move, -number, from);
        update(move, number, to);
        update(count, number, writer);
        connection.commit();
        committed.set(writer, number);
      }
    }
    return null;
  }

  private static void update(PreparedStatement statement, long value, int id) throws SQLException {
    statement.setLong(1, value);
    statement.setInt(2, id);
    statement.executeUpdate();
  }

  /** Stops the clients. Fails if one of them failed. */
  @Override
  public void close() {
    enough.set(true);
    threads.shutdown();
    for (Future<Void> writer : writers) {
      try {
        writer.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError("a client was hindered", e);
      }
    }
  }
}
