package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one transaction, and remembers their failure. */
final class Sql {
  private static final Columns<Integer> COUNT = new Columns<>("count(*)", Row::number);

  /**
   * A table of the ids in the parameter {@code ids}, for joins. With {@code any}, H2 would compare
   * each row with every element of the array.
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

  /** Runs a change, and returns the number of changed rows. */
  int update(String sql, Values.Binding values) {
    int rows = updateWithoutFlush(sql, values);
    wrote |= rows > 0;
    return rows;
  }

  /** Runs a change that need not be flushed, so that a kill of the process may undo it. */
  int updateWithoutFlush(String sql, Values.Binding values) {
    return run(
        () -> {
          writeLock.acquire();
          try (PreparedStatement update = prepare(sql, values)) {
            return update.executeUpdate();
          }
        });
  }

  /** Returns the first row of a select that continues with {@code from …}. */
  <T> Optional<T> one(Columns<T> columns, String from, Values.Binding values) {
    List<T> rows = list(columns, from, values);
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
  }

  /** Returns all rows of a select that continues with {@code from …}. */
  <T> List<T> list(Columns<T> columns, String from, Values.Binding values) {
    return run(
        () -> {
          try (PreparedStatement query = prepare(columns.select(from), values);
              ResultSet result = query.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(columns.read(new Row(result)));
            }
            return rows;
          }
        });
  }

  /** Uses JDBC: most statements run for less time than Jdbi takes to prepare one. */
  private PreparedStatement prepare(String sql, Values.Binding values) throws SQLException {
    ParsedStatement parsed = ParsedStatement.of(handle, sql);
    PreparedStatement statement = handle.getConnection().prepareStatement(parsed.sql());
    try {
      values.bind(new Values(statement, parsed.positions()));
      return statement;
    } catch (SQLException | RuntimeException | Error e) {
      close(statement, e);
      throw e;
    }
  }

  private static void close(PreparedStatement statement, Throwable reason) {
    try {
      statement.close();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** Returns the row with the id, if it belongs to the organization. */
  <T> Optional<T> find(Columns<T> columns, String table, UUID orgId, UUID id) {
    return withId(columns, table, orgId, id, "");
  }

  /** Returns the row with the id, if it belongs to the organization, and locks it. */
  <T> Optional<T> lock(Columns<T> columns, String table, UUID orgId, UUID id) {
    acquireWriteLock();
    return withId(columns, table, orgId, id, " for update");
  }

  private <T> Optional<T> withId(
      Columns<T> columns, String table, UUID orgId, UUID id, String suffix) {
    return one(
        columns,
        "from " + table + " where id = :id and org_id = :orgId" + suffix,
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  /** Returns the organization's rows, oldest first. */
  <T> List<T> listAll(Columns<T> columns, String table, UUID orgId) {
    return list(
        columns,
        "from " + table + " where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  /** Returns the organization's rows with the given ids, oldest first. */
  <T> List<T> findAll(Columns<T> columns, String table, UUID orgId, Collection<UUID> ids) {
    return findAll(columns, table, "id", orgId, ids);
  }

  /** Returns the rows of the organization that have one of the ids in the column, oldest first. */
  <T> List<T> findAll(
      Columns<T> columns, String table, String column, UUID orgId, Collection<UUID> ids) {
    return list(
        columns,
        "from "
            + table
            + " join "
            + ASKED_IDS
            + " on asked_id = "
            + column
            + " where org_id = :orgId order by created_at, seq",
        values -> values.uuids("ids", ids).uuid("orgId", orgId));
  }

  /** Deletes the row with the id, if it belongs to the organization; returns whether it did. */
  boolean delete(String table, UUID orgId, UUID id) {
    return update(
            "delete from " + table + " where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
  }

  /**
   * Returns a page, oldest first, of a select that continues with {@code from … where …}.
   *
   * @param after only rows after this position; null for the first page
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

  /** Returns the number of rows of a select that continues with {@code from …}. */
  int count(String from, Values.Binding values) {
    return list(COUNT, from, values).get(0);
  }

  /** Returns which of the given ids exist in the table for the organization. */
  Set<UUID> existing(String table, UUID orgId, Collection<UUID> ids) {
    return Set.copyOf(
        list(
            ID,
            "from " + table + " join " + ASKED_IDS + " on asked_id = id where org_id = :orgId",
            values -> values.uuids("ids", ids).uuid("orgId", orgId)));
  }

  /** Waits for the write lock, which must be acquired before a row is locked. */
  void acquireWriteLock() {
    writeLock.acquire();
  }

  @Nullable RuntimeException failure() {
    return failure;
  }

  /** Returns whether a row was changed that a kill must not undo. */
  boolean wrote() {
    return wrote;
  }

  void setAuditEvent(UUID event) {
    auditEvent = event;
  }

  @Nullable UUID auditEvent() {
    return auditEvent;
  }

  void end() {
    ended = true;
  }

  @FunctionalInterface
  private interface Statement<T> {
    T run() throws SQLException;
  }

  private <T> T run(Statement<T> statement) {
    if (ended || Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "the transaction has ended or belongs to another thread; use it only inside its work");
    }
    try {
      return statement.run();
    } catch (SQLException e) {
      failure = exceptions.beforeCommit(e);
      throw failure;
    }
  }
}
