package dev.goldenrod.engine.schema;

import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When work on schemas has to be over. Sessions that are open then are closed by force, and so are
 * those that are left when the work ends. Thread-safe.
 */
public final class Deadline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Deadline.class);

  private final long end;
  private final List<Connection> sessions = new ArrayList<>();
  private final ScheduledFuture<?> alarm;
  private boolean closed;

  /** The work has that much time from now on. */
  public Deadline(Duration atMost, ScheduledExecutorService timer) {
    end = System.nanoTime() + atMost.toNanos();
    alarm = timer.schedule(this::closeSessions, atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether the time is over. */
  public boolean isOver() {
    return millisLeft() == 0;
  }

  /** What is left of the time, in milliseconds; 0 when it is over. */
  public int millisLeft() {
    return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
  }

  /**
   * Returns while there is time.
   *
   * @throws DataPlaneException when it is over
   */
  public void check() {
    if (isOver()) {
      throw new DataPlaneException("the time for it is over");
    }
  }

  /**
   * The session, which ends with the work at the latest.
   *
   * @throws SQLException when it cannot be used any more
   */
  public synchronized Connection guard(Connection session) throws SQLException {
    sessions.add(session);
    if (closed || isOver()) {
      close();
      throw new SQLException("the time for it is over");
    }
    session.setNetworkTimeout(Runnable::run, millisLeft());
    return session;
  }

  private synchronized void closeSessions() {
    closed = true;
    sessions.forEach(Deadline::abort);
    sessions.clear();
  }

  private static void abort(Connection session) {
    try {
      session.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      LOG.debug("a session was closed already", e);
    }
  }

  /** The work is over. */
  @Override
  public void close() {
    alarm.cancel(false);
    closeSessions();
  }
}
