package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreUnavailableException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to the store. During an outage, one caller at a time tries to connect and all
 * others fail immediately, because each would block its thread for the pool's timeout. The
 * beginning and the end of an outage are logged once. Thread-safe.
 */
final class ConnectionCircuitBreaker {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionCircuitBreaker.class);

  private final ConnectionPool pool;
  private final Jdbi jdbi;
  private final ExceptionTranslator exceptions;
  private final AtomicReference<@Nullable StoreUnavailableException> reason =
      new AtomicReference<>();
  private final AtomicBoolean probing = new AtomicBoolean();

  ConnectionCircuitBreaker(ConnectionPool pool, ExceptionTranslator exceptions) {
    this.pool = pool;
    this.jdbi = jdbi(pool);
    this.exceptions = exceptions;
  }

  private static Jdbi jdbi(ConnectionPool pool) {
    Jdbi jdbi = Jdbi.create(pool::openConnection);
    // The pool's connections are always in a transaction, which this store ends itself.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    return jdbi;
  }

  /** Opens a connection, or throws a {@link StoreUnavailableException} if none is available. */
  Handle open() {
    StoreUnavailableException known = reason.get();
    if (known == null) {
      return connect();
    }
    if (!probing.compareAndSet(false, true)) {
      throw new StoreUnavailableException(known.getMessage(), known);
    }
    try {
      pool.requireReachable();
    } catch (SQLException e) {
      throw exceptions.lost(e);
    } finally {
      probing.set(false);
    }
    return connect();
  }

  private Handle connect() {
    try {
      Handle handle = jdbi.open();
      markAvailable();
      return handle;
    } catch (JdbiException e) {
      if (pool.isExhausted()) {
        throw exceptions.exhausted(e);
      }
      StoreException failure = exceptions.lost(e);
      if (failure instanceof StoreUnavailableException away) {
        markUnavailable(away);
      }
      throw failure;
    }
  }

  private void markUnavailable(StoreUnavailableException away) {
    if (reason.compareAndSet(null, away)) {
      LOG.warn("{}; requests are refused until it answers again", away.getMessage());
    }
  }

  private void markAvailable() {
    if (reason.get() != null && reason.getAndSet(null) != null) {
      LOG.info("the store {} answers again", exceptions.location());
    }
  }
}
