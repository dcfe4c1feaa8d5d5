package dev.goldenrod.storage.jdbi;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one transaction and remembers what went wrong. */
final class Sql {
  private static final Map<String, ParsedSql> UPDATES = new ConcurrentHashMap<>();
  private static final Columns<Integer> COUNT = new Columns<>("count(*)", Row::number);

  private final Connection connection;
  private final ExceptionTranslator exceptions;
  private final WriteLock writeLock;
  private final Thread owner = Thread.currentThread();
  private @Nullable RuntimeException failure;
  private boolean wrote;
  private boolean ended;

  Sql(Connection connection, ExceptionTranslator exceptions, WriteLock writeLock) {
    this.connection = connection;
    this.exceptions = exceptions;
    this.writeLock = writeLock;
  }

  /** Runs a change; the number of rows it changed. */
  int update(String sql, Values.Binding values) {
    return run(
        () -> {
          writeLock.acquire();
          ParsedSql parsed = UPDATES.computeIfAbsent(sql, ParsedSql::parse);
          try (PreparedStatement statement = prepare(parsed, values)) {
            int rows = statement.executeUpdate();
            wrote |= rows > 0;
            return rows;
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
          try (PreparedStatement statement = prepare(columns.select(from), values);
              ResultSet result = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(columns.read(new Row(result)));
            }
            return rows;
          }
        });
  }

  /** How many rows a select has that goes on with {@code from …}. */
  int count(String from, Values.Binding values) {
    return list(COUNT, from, values).get(0);
  }

  /** Waits for this transaction's turn to change the database, before it locks a row. */
  void acquireWriteLock() {
    writeLock.acquire();
  }

  /** What made a statement fail, if any did. */
  @Nullable RuntimeException failure() {
    return failure;
  }

  /** Whether a row was changed. */
  boolean wrote() {
    return wrote;
  }

  void end() {
    ended = true;
  }

  private PreparedStatement prepare(ParsedSql sql, Values.Binding values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql.text());
    try {
      values.bind(new Values(statement, sql));
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  private interface Execution<T> {
    T run() throws SQLException;
  }

  private <T> T run(Execution<T> statement) {
    if (ended || Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "the transaction has ended or belongs to another thread; use it inside its work alone");
    }
    try {
      return statement.run();
    } catch (SQLException e) {
      failure = exceptions.beforeCommit(e);
      throw failure;
    }
  }
}
