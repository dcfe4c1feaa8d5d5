package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;

/**
 * Sessions of which one waits for another's lock on a catalog, which makes all later logins wait.
 */
final class LockedCatalogs implements AutoCloseable {
  /** Does not use pg_stat_activity, which does not change within the holder's transaction. */
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE relation = 'pg_class'::regclass AND NOT granted";

  private final Connection holder;
  private final Connection waiting;

  LockedCatalogs(Credentials login) throws SQLException {
    holder = DatabaseFixture.connect(login);
    waiting = DatabaseFixture.connect(login);
    holder.setAutoCommit(false);
    holder.createStatement().execute("SELECT FROM pg_class");
    CompletableFuture<Void> vacuum = CompletableFuture.runAsync(this::vacuum);
    DatabaseFixture.await("the lock is waited for").until(() -> vacuum.isDone() || isWaiting());
  }

  private void vacuum() {
    try (Statement statement = waiting.createStatement()) {
      statement.execute("VACUUM FULL pg_class");
    } catch (SQLException e) {
      // The statement ends with its session.
      return;
    }
  }

  /** Returns whether a session waits for the lock, which makes logins wait, too. */
  boolean isWaiting() throws SQLException {
    try (Statement statement = holder.createStatement();
        ResultSet row = statement.executeQuery(WAITING)) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  @Override
  public void close() throws SQLException {
    holder.close();
    waiting.close();
  }
}
