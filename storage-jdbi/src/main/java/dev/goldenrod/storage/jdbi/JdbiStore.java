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
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/** A store in an H2 file of this process or in a PostgreSQL that several servers share. */
public final class JdbiStore implements Store, StoreDumper {
  private final ConnectionPool pool;
  private final Outage outage;
  private final StoreClock clock = new StoreClock();
  private final Pulse pulse;
  private final ExceptionTranslator exceptions;
  private final WriteLock writeLock;
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

  private JdbiStore(ConnectionPool pool, ExceptionTranslator exceptions, WriteLock writeLock) {
    this.pool = pool;
    this.outage = new Outage(pool, jdbi(pool.connections()), exceptions);
    this.pulse = new Pulse(exceptions.dialect(), pool.newestMigration(), clock);
    this.exceptions = exceptions;
    this.writeLock = writeLock;
  }

  /**
   * Opens the store in that H2 file, which only this process can use meanwhile. What is missing is
   * made: the folder and the file for its owner alone, the tables, newer columns.
   *
   * @param file the path without H2's ending {@code .mv.db}
   * @throws StoreException when another process uses the file, or it cannot be read or made
   */
  public static JdbiStore h2(Path file) {
    return h2(file, H2File.prepare(file), older -> {});
  }

  /**
   * The same, with a look at the tables of an older release before they are brought up to date.
   *
   * @param file the path without H2's ending {@code .mv.db}
   * @param beforeMigration is given what writes all rows as they are; what it throws ends the
   *     opening, and nothing was changed
   * @throws StoreException when another process uses the file, or it cannot be read or made
   */
  public static JdbiStore h2(Path file, Consumer<StoreDumper> beforeMigration) {
    return h2(file, H2File.prepare(file), beforeMigration);
  }

  /**
   * The same for what can be made again: no commit waits for the disk, so that a kill of the
   * process loses nothing, but the machine's loss of power what was committed last, or all of it.
   *
   * @param file the path without H2's ending {@code .mv.db}
   * @throws StoreException when another process uses the file, or it cannot be read or made
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
   * Opens the store at that URL, making or changing its tables where needed.
   *
   * @param url begins with {@code jdbc:postgresql:} or {@code jdbc:h2:}
   * @throws StoreUnavailableException when it cannot be reached now, and may be later
   * @throws StoreException when it refuses the user, or is in use by another process and is a file
   */
  public static JdbiStore open(String url, String user, String password) {
    return open(StoreOptions.of(url, user, password));
  }

  /**
   * Opens the store, making or changing its tables where needed.
   *
   * @throws StoreUnavailableException when it cannot be reached now, and may be later
   * @throws StoreException when it refuses the user, or is in use by another process and is a file
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
            older -> beforeMigration.accept(out -> older.dump(dialect, exceptions, out)));
    WriteLock writeLock = WriteLock.of(dialect, options);
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

  /** How its connections are used now. */
  public ConnectionUse connectionUse() {
    return pool.use();
  }

  private static Jdbi jdbi(DataSource connections) {
    Jdbi jdbi = Jdbi.create(connections);
    // A whole record is bound, of which some statements use a part.
    jdbi.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
    // The pool's connections are in a transaction all the time, which this store ends itself.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    return jdbi;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (inside.get()) {
      throw new IllegalStateException("transactions are never nested; use the one under way");
    }
    inside.set(true);
    try {
      return Repetition.run(() -> once(work));
    } finally {
      inside.remove();
    }
  }

  @Override
  public StoreRelease heartbeat() {
    return inTransaction(tx -> pulse.beat(((JdbiTransaction) tx).sql()));
  }

  /** The time of the database's server; of this machine where the database is in this process. */
  @Override
  public Clock clock() {
    return exceptions.dialect() == Dialect.H2 ? Clock.systemUTC() : clock;
  }

  /**
   * Writes all rows as they are at one moment, while the store is worked with.
   *
   * @throws StoreException when a newer release has changed the tables, or they cannot be read
   * @throws java.io.UncheckedIOException when the stream takes no more
   */
  @Override
  public StoreContents dump(OutputStream out) {
    return pool.dump(exceptions.dialect(), exceptions, out);
  }

  private <T> T once(Function<Transaction, T> work) {
    Attempt<T> attempt = attempt(work);
    attempt.lost().ifPresent(this::requireDone);
    return attempt.result();
  }

  /**
   * One run of the work.
   *
   * @param lost empty when the commit is known to be done
   */
  private record Attempt<T>(T result, Optional<LostCommit> lost) {}

  private <T> Attempt<T> attempt(Function<Transaction, T> work) {
    try (Handle handle = opened()) {
      Connection connection = handle.getConnection();
      Sql sql = new Sql(handle, exceptions, writeLock);
      T result = worked(work, connection, sql);
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

  private <T> T worked(Function<Transaction, T> work, Connection connection, Sql sql) {
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
      // the connection is gone, and the database rolls back by itself
      reason.addSuppressed(e);
    }
  }

  private Handle opened() {
    if (pool.isClosed()) {
      throw new StoreException("the store " + exceptions.location() + " is closed; open a new one");
    }
    return outage.open();
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

  /** Returns if the transaction was committed after all; else it may be run again. */
  private void requireDone(LostCommit lost) {
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
      return Repetition.run(() -> findCommitted(auditEvent));
    } catch (StoreException away) {
      throw exceptions.outcomeUnknown(away);
    }
  }

  private boolean findCommitted(UUID auditEvent) {
    try (Handle handle = opened()) {
      Sql sql = new Sql(handle, exceptions, writeLock);
      boolean isCommitted = new JdbiAudit(sql).isCommitted(auditEvent);
      if (isCommitted) {
        // What is read in an embedded database may not be in its file yet.
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
