package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** A store in an H2 file of this process, or in a PostgreSQL that several servers can share. */
public final class JdbiStore implements Store, StoreDumper {
  private final ConnectionPool pool;
  private final ConnectionCircuitBreaker circuitBreaker;
  private final StoreClock clock = new StoreClock();
  private final HeartbeatQuery heartbeatQuery;
  private final ExceptionTranslator exceptions;
  private final WriteLock writeLock;
  private final ThreadLocal<Boolean> isInTransaction = ThreadLocal.withInitial(() -> false);

  private JdbiStore(ConnectionPool pool, ExceptionTranslator exceptions, WriteLock writeLock) {
    this.pool = pool;
    this.circuitBreaker = new ConnectionCircuitBreaker(pool, exceptions);
    this.heartbeatQuery = new HeartbeatQuery(exceptions.dialect(), clock);
    this.exceptions = exceptions;
    this.writeLock = writeLock;
  }

  /**
   * Opens the store in an H2 file, which only this process can then use. Creates the missing
   * directory and file, accessible only to their owner, and migrates the tables.
   *
   * @param file the path without H2's file name extension {@code .mv.db}
   * @throws StoreException if another process uses the file, or it cannot be read or created
   */
  public static JdbiStore h2(Path file) {
    return h2(file, H2File.prepare(file), older -> {});
  }

  /**
   * Opens the store in an H2 file as {@link #h2(Path)} does, with a hook before a migration.
   *
   * @param file the path without H2's file name extension {@code .mv.db}
   * @param beforeMigration called with a dumper of the unchanged rows before tables of an older
   *     release are migrated; an exception aborts the opening without any change
   * @throws StoreException if another process uses the file, or it cannot be read or created
   */
  public static JdbiStore h2(Path file, Consumer<StoreDumper> beforeMigration) {
    return h2(file, H2File.prepare(file), beforeMigration);
  }

  /**
   * Opens a store for data that can be recreated, as {@link #h2(Path)} does, but commits do not
   * wait for the disk. A kill of the process loses nothing; a power cut can lose the latest commits
   * or the entire store.
   *
   * @param file the path without H2's file name extension {@code .mv.db}
   * @throws StoreException if another process uses the file, or it cannot be read or created
   */
  public static JdbiStore volatileH2(Path file) {
    return h2(file, H2File.prepare(file).withoutWaitingForDisk(), older -> {});
  }

  private static JdbiStore h2(
      Path file, StoreOptions options, Consumer<StoreDumper> beforeMigration) {
    Path path = file.toAbsolutePath().normalize();
    H2Recovery recovery = new H2Recovery(path, options);
    recovery.run();
    H2Connections connections = new H2Connections(options, Path.of(path + ".mv.db"), recovery);
    return open(options, connections, beforeMigration);
  }

  /**
   * Opens the store at the URL, and migrates its tables.
   *
   * @param url begins with {@code jdbc:postgresql:} or {@code jdbc:h2:}
   * @throws StoreUnavailableException if the database cannot be reached now
   * @throws StoreException if the database rejects the user, or is a file that another process uses
   */
  public static JdbiStore open(String url, String user, String password) {
    return open(StoreOptions.of(url, user, password));
  }

  /**
   * Opens the store, and migrates its tables.
   *
   * @throws StoreUnavailableException if the database cannot be reached now
   * @throws StoreException if the database rejects the user, or is a file that another process uses
   */
  public static JdbiStore open(StoreOptions options) {
    return open(options, null, older -> {});
  }

  private static JdbiStore open(
      StoreOptions options,
      @Nullable H2Connections embedded,
      Consumer<StoreDumper> beforeMigration) {
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    ConnectionPool pool =
        ConnectionPool.open(
            options,
            embedded,
            dialect,
            exceptions,
            older -> beforeMigration.accept(out -> older.dump(exceptions, out)));
    WriteLock writeLock = new WriteLock(dialect, options);
    JdbiStore store = new JdbiStore(pool, exceptions, writeLock);
    if (dialect != Dialect.H2) {
      store.setClock();
    }
    return store;
  }

  private void setClock() {
    try {
      heartbeat();
    } catch (StoreException e) {
      pool.close();
      throw e;
    }
  }

  /** Returns the state of the connection pool. */
  public ConnectionUse connectionUse() {
    return pool.use();
  }

  /** Returns the number of the newest migration, which all tables have once the store is open. */
  public int schemaVersion() {
    return Migrations.NEWEST;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (isInTransaction.get()) {
      throw new IllegalStateException("transactions cannot be nested; use the current transaction");
    }
    isInTransaction.set(true);
    try {
      return TransactionRetry.run(() -> runOnce(work));
    } finally {
      isInTransaction.remove();
    }
  }

  @Override
  public StoreRelease heartbeat() {
    return inTransaction(tx -> heartbeatQuery.run(((JdbiTransaction) tx).sql()));
  }

  /** Returns the clock of the database server, or of this machine for an embedded database. */
  @Override
  public Clock clock() {
    return exceptions.dialect() == Dialect.H2 ? Clock.systemUTC() : clock;
  }

  /**
   * Writes a consistent dump of all rows, while the store is in use.
   *
   * @throws StoreException if a newer release has changed the tables, or they cannot be read
   * @throws java.io.UncheckedIOException if the stream cannot be written
   */
  @Override
  public StoreContents dump(OutputStream out) {
    return pool.dump(exceptions, out);
  }

  private <T> T runOnce(Function<Transaction, T> work) {
    Attempt<T> attempt = attempt(work);
    attempt.lost().ifPresent(this::requireCommitted);
    return attempt.result();
  }

  /**
   * A commit that failed but may have been done.
   *
   * @param wrote whether the transaction changed a row that must not be lost
   * @param auditEvent the last audit event of the transaction; null if there is none
   */
  private record LostCommit(SQLException cause, boolean wrote, @Nullable UUID auditEvent) {}

  /** The result of one run of the work. {@code lost} is empty if the commit is known to be done. */
  private record Attempt<T>(T result, Optional<LostCommit> lost) {}

  private <T> Attempt<T> attempt(Function<Transaction, T> work) {
    try (Handle handle = openHandle()) {
      Connection connection = handle.getConnection();
      Sql sql = new Sql(handle, exceptions, writeLock);
      T result = runWork(work, connection, sql);
      RuntimeException failure = sql.failure();
      if (failure != null) {
        rollback(connection, failure);
        throw failure;
      }
      return new Attempt<>(result, commit(connection, sql));
    } catch (JdbiException | SQLException e) {
      throw exceptions.translated(e);
    } finally {
      writeLock.release();
    }
  }

  private <T> T runWork(Function<Transaction, T> work, Connection connection, Sql sql) {
    try {
      return work.apply(new JdbiTransaction(sql));
    } catch (RuntimeException | Error e) {
      rollback(connection, e);
      if (sql.failure() instanceof ExceptionTranslator.TransientException again) {
        throw again;
      }
      throw e;
    } finally {
      sql.end();
    }
  }

  private static void rollback(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is lost, so the database rolls back by itself.
      reason.addSuppressed(e);
    }
  }

  private Handle openHandle() {
    if (pool.isClosed()) {
      throw new StoreException("the store " + exceptions.location() + " is closed; open a new one");
    }
    return circuitBreaker.open();
  }

  private Optional<LostCommit> commit(Connection connection, Sql sql) throws SQLException {
    try {
      if (sql.wrote()) {
        writeLock.commit(connection);
      } else {
        connection.commit();
      }
      return Optional.empty();
    } catch (SQLException e) {
      if (!exceptions.isOutcomeUnknown(e)) {
        throw e;
      }
      return Optional.of(new LostCommit(e, sql.wrote(), sql.auditEvent()));
    }
  }

  /** Returns if the transaction was committed; otherwise throws, so that it can be retried. */
  private void requireCommitted(LostCommit lost) {
    if (!lost.wrote()) {
      throw exceptions.beforeCommit(lost.cause());
    }
    UUID event = lost.auditEvent();
    if (event == null) {
      throw exceptions.outcomeUnknown(lost.cause());
    }
    if (!isCommitted(event)) {
      throw exceptions.beforeCommit(lost.cause());
    }
  }

  private boolean isCommitted(UUID auditEvent) {
    try {
      return TransactionRetry.run(() -> findCommitted(auditEvent));
    } catch (StoreException away) {
      throw exceptions.outcomeUnknown(away);
    }
  }

  private boolean findCommitted(UUID auditEvent) {
    try (Handle handle = openHandle()) {
      Sql sql = new Sql(handle, exceptions, writeLock);
      boolean isCommitted = new JdbiAudit(sql).isCommitted(auditEvent);
      if (isCommitted) {
        // The commit that was read may not be in the file of an embedded database yet.
        writeLock.commit(handle.getConnection());
      } else {
        handle.getConnection().rollback();
      }
      return isCommitted;
    } catch (JdbiException | SQLException e) {
      throw exceptions.beforeCommit(e);
    } finally {
      writeLock.release();
    }
  }

  @Override
  public void close() {
    if (!pool.isClosed()) {
      pool.close();
    }
  }
}
