package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.environment.BenchEngine;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Pause;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/** Clients that update single rows, each in a transaction of its own. */
final class WriteLoad {
  private static final int CLIENTS = 4;
  private static final int ROWS = 10_000;
  private static final Duration BEFOREHAND = Duration.ofSeconds(1);

  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
  private final List<Future<Void>> clients = new ArrayList<>();
  private volatile boolean enough;

  private WriteLoad() {}

  static WriteLoad none() {
    return new WriteLoad();
  }

  /** Starts the clients, and returns after a second of writing; they write until the close. */
  static WriteLoad on(Callable<Connection> database, BenchEngine engine) {
    WriteLoad load = new WriteLoad();
    try (Connection connection = database.call();
        Statement statement = connection.createStatement()) {
      for (String sql : engine.writeTable(ROWS)) {
        statement.execute(sql);
      }
    } catch (Exception e) {
      throw new BenchFailure("cannot create the table to write to: " + e.getMessage(), e);
    }
    for (int i = 0; i < CLIENTS; i++) {
      load.clients.add(load.threads.submit(() -> load.write(database)));
    }
    Pause.sleep(BEFOREHAND);
    return load;
  }

  private Void write(Callable<Connection> database) throws Exception {
    try (Connection connection = database.call()) {
      change(connection);
    }
    return null;
  }

  private void change(Connection connection) throws SQLException {
    try (PreparedStatement change =
        connection.prepareStatement("UPDATE writes SET value = value + 1 WHERE id = ?")) {
      while (!enough) {
        change.setInt(1, ThreadLocalRandom.current().nextInt(ROWS));
        change.executeUpdate();
      }
    }
  }

  void close() {
    enough = true;
    threads.shutdown();
    for (Future<Void> client : clients) {
      try {
        client.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException e) {
        throw new BenchFailure("a client that writes failed: " + e.getCause(), e);
      }
    }
  }
}
