package dev.goldenrod.storage.jdbi;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one transaction and remembers what went wrong. */
final class Sql {
  private final Handle handle;
  private final ExceptionTranslator exceptions;
  private final WriteLock writeLock;
  private final Thread owner = Thread.currentThread();
  private @Nullable RuntimeException failure;
  private boolean wrote;
  private boolean ended;

  Sql(Handle handle, ExceptionTranslator exceptions, WriteLock writeLock) {
    this.handle = handle;
    this.exceptions = exceptions;
    this.writeLock = writeLock;
  }

  /** Runs a change; the number of rows it changed. */
  int update(String sql, Consumer<Values> values) {
    return run(
        () -> {
          wrote = true;
          writeLock.acquire();
          try (Update update = handle.createUpdate(sql)) {
            values.accept(new Values(update));
            return update.execute();
          }
        });
  }

  <T> Optional<T> one(String sql, Consumer<Values> values, Row.Reader<T> reader) {
    return list(sql, values, reader).stream().findFirst();
  }

  <T> List<T> list(String sql, Consumer<Values> values, Row.Reader<T> reader) {
    return run(
        () -> {
          try (Query query = handle.createQuery(sql)) {
            values.accept(new Values(query));
            return query.map((columns, context) -> reader.read(new Row(columns))).list();
          }
        });
  }

  /** Waits for this transaction's turn to change the database, before it locks a row. */
  void acquireWriteLock() {
    writeLock.acquire();
  }

  int count(String sql, Consumer<Values> values) {
    return one(sql, values, row -> row.number("count")).orElse(0);
  }

  /** What made a statement fail, if any did. */
  @Nullable RuntimeException failure() {
    return failure;
  }

  /** Whether a change was run. */
  boolean wrote() {
    return wrote;
  }

  void end() {
    ended = true;
  }

  private <T> T run(Supplier<T> statement) {
    if (ended || Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "the transaction has ended or belongs to another thread; use it inside its work alone");
    }
    try {
      return statement.get();
    } catch (JdbiException e) {
      failure = exceptions.beforeCommit(e);
      throw failure;
    }
  }
}
