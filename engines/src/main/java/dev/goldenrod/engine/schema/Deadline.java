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
 * A time limit for work on schemas. Aborts sessions that are open when the time is up, and those
 * that are left open when the work ends. Thread-safe.
 */
public final class Deadline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Deadline.class);

  private final long end;
  private final List<Connection> sessions = new ArrayList<>();
  private final ScheduledFuture<?> alarm;
  private boolean closed;

  /** Starts the time limit. */
  public Deadline(Duration atMost, ScheduledExecutorService timer) {
    end = System.nanoTime() + atMost.toNanos();
    alarm = timer.schedule(this::closeSessions, atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  public boolean isOver() {
    return millisLeft() == 0;
  }

  /** Returns the remaining time in milliseconds, at least 0. */
  public int millisLeft() {
    return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
  }

  /** Throws a {@link DataPlaneException} if the time is up. */
  public void check() {
    if (isOver()) {
      throw new DataPlaneException("the time limit was exceeded");
    }
  }

  /** Registers and returns a session, to be aborted in time. Throws if the time is up. */
  public synchronized Connection guard(Connection session) throws SQLException {
    sessions.add(session);
    if (closed || isOver()) {
      close();
      throw new SQLException("the time limit was exceeded");
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
      LOG.debug("Cannot abort a session, which may be closed already", e);
    }
  }

  @Override
  public void close() {
    alarm.cancel(false);
    closeSessions();
  }
}
