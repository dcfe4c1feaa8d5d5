package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one transaction and remembers what went wrong. */
final class Sql {
  private static final Columns<Integer> COUNT = new Columns<>("count(*)", Row::number);

  /**
   * Rows of the ids in the parameter {@code ids}, to be joined to a table. H2 compares each row
   * with every element of an array that {@code any} is given.
   */
  static final String ASKED_IDS = "unnest(cast(:ids as uuid array)) as asked (asked_id)";

  private static final Columns<UUID> ID = new Columns<>("id", Row::uuid);

  private final Handle handle;
  private final ExceptionTranslator exceptions;
  private final WriteLock writeLock;
  private final Thread owner = Thread.currentThread();
  private @Nullable RuntimeException failure;
  private boolean wrote;
  private @Nullable UUID auditEvent;
  private boolean ended;

  Sql(Handle handle, ExceptionTranslator exceptions, WriteLock writeLock) {
    this.handle = handle;
    this.exceptions = exceptions;
    this.writeLock = writeLock;
  }

  /** Runs a change; the number of rows it changed. */
  int update(String sql, Values.Binding values) {
    int rows = updateUntilKilled(sql, values);
    wrote |= rows > 0;
    return rows;
  }

  /** The same for a change that a kill of the process may undo. */
  int updateUntilKilled(String sql, Values.Binding values) {
    return run(
        () -> {
          writeLock.acquire();
          try (Update update = handle.createUpdate(sql)) {
            values.bind(new Values(update));
            return update.execute();
          }
        });
  }

  /** The first row of a select that goes on with {@code from …}. */
  <T> Optional<T> one(Columns<T> columns, String from, Values.Binding values) {
    return list(columns, from, values).stream().findFirst();
  }

  /** All rows of a select that goes on with {@code from …}. */
  <T> List<T> list(Columns<T> columns, String from, Values.Binding values) {
    return run(
        () -> {
          try (Query query = handle.createQuery(columns.select(from))) {
            values.bind(new Values(query));
            return query.map((row, context) -> columns.read(new Row(row))).list();
          }
        });
  }

  /**
   * A page, oldest first, of a select that goes on with {@code from … where …}.
   *
   * @param after only rows behind that place; null for the oldest
   * @param limit at most so many
   */
  <T> List<Placed<T>> page(
      Columns<T> columns, String from, @Nullable Place after, int limit, Values.Binding values) {
    return list(
        columns.placed(),
        from
            + (after == null ? "" : " and (created_at, seq) > (:placeTime, :placeNumber)")
            + " order by created_at, seq limit :limit",
        all -> {
          values.bind(all.number("limit", limit));
          if (after != null) {
            all.instant("placeTime", after.createdAt()).number("placeNumber", after.number());
          }
        });
  }

  /** How many rows a select has that goes on with {@code from …}. */
  int count(String from, Values.Binding values) {
    return list(COUNT, from, values).get(0);
  }

  /** The ids, of those given, that rows of the organisation have in the table. */
  Set<UUID> existing(String table, UUID orgId, Collection<UUID> ids) {
    return Set.copyOf(
        list(
            ID,
            "from " + table + " join " + ASKED_IDS + " on asked_id = id where org_id = :orgId",
            values -> values.uuids("ids", ids).uuid("orgId", orgId)));
  }

  /** Waits for this transaction's turn to change the database, before it locks a row. */
  void acquireWriteLock() {
    writeLock.acquire();
  }

  /** What made a statement fail, if any did. */
  @Nullable RuntimeException failure() {
    return failure;
  }

  /** Whether a row was changed that a kill must not undo. */
  boolean wrote() {
    return wrote;
  }

  /** Remembers an audit event that this transaction appended. */
  void appended(UUID event) {
    auditEvent = event;
  }

  /** The audit event that was appended last; null for none. */
  @Nullable UUID auditEvent() {
    return auditEvent;
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
