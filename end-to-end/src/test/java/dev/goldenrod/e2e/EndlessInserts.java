package dev.goldenrod.e2e;

import dev.goldenrod.DaemonThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Inserts 1, 2, 3 and so on in separate transactions, and reconnects when the database is back. */
final class EndlessInserts implements AutoCloseable {
  private static final String TABLE = "CREATE TABLE written (number bigint PRIMARY KEY)";
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Member.Clone login;
  private final AtomicLong acknowledged = new AtomicLong();
  private final Thread thread = new DaemonThreads("inserts").newThread(this::connectAgainAndAgain);
  private volatile boolean enough;

  private EndlessInserts(Member.Clone login) {
    this.login = login;
  }

  static EndlessInserts into(Member.Clone login) {
    login.execute(TABLE);
    EndlessInserts inserts = new EndlessInserts(login);
    inserts.thread.start();
    return inserts;
  }

  /** Returns the highest number whose commit was acknowledged. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Continues after the number, because later commits were lost with their database. */
  void goBackTo(long number) {
    acknowledged.set(number);
  }

  /** Returns the highest number in the database, or -1 if lower ones are missing. */
  static long writtenIn(Member.Clone database) {
    String gapless =
        "SELECT CASE WHEN count(*) = coalesce(max(number), 0) THEN count(*) ELSE -1 END FROM written";
    return Long.parseLong(database.read(gapless));
  }

  private void connectAgainAndAgain() {
    while (!enough) {
      try (Connection connection = login.connect()) {
        insert(connection);
      } catch (SQLException databaseIsGone) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Ignores conflicts, because a number may have been committed without an acknowledgment. */
  private void insert(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO written VALUES (?) ON CONFLICT DO NOTHING")) {
      while (!enough) {
        insert.setLong(1, acknowledged.get() + 1);
        insert.executeUpdate();
        acknowledged.incrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    enough = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
