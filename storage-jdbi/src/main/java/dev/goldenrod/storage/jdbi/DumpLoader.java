package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Inserts the rows of a dump into empty tables of the same version, in one transaction. */
final class DumpLoader implements DumpReader.RowHandler {
  private static final String NUMBERED = "seq";
  private static final int BATCH = 500;

  private final Connection connection;
  private String table = "";
  private List<String> columns = List.of();
  private List<String> types = List.of();
  private @Nullable PreparedStatement insert;
  private int waiting;

  private DumpLoader(Connection connection) {
    this.connection = connection;
  }

  static StoreContents load(Connection connection, DumpReader dump) throws SQLException {
    connection.setAutoCommit(false);
    DumpLoader loader = new DumpLoader(connection);
    try {
      StoreContents contents = dump.read(loader);
      loader.endTable();
      connection.commit();
      return contents;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    }
  }

  @Override
  public void beginTable(String name, List<String> names) throws SQLException {
    endTable();
    emptyTable(name);
    table = name;
    columns = names;
    types = types();
    insert =
        connection.prepareStatement(
            "insert into %s (%s) overriding system value values (%s)"
                .formatted(
                    name,
                    String.join(", ", names),
                    String.join(", ", Collections.nCopies(names.size(), "?"))));
  }

  /** Migrations may have inserted rows. */
  private void emptyTable(String name) throws SQLException {
    execute("delete from " + name);
  }

  @Override
  public void handleRow(JsonNode values) throws SQLException {
    PreparedStatement statement = Objects.requireNonNull(insert, "a row before a table");
    for (int column = 0; column < types.size(); column++) {
      statement.setObject(column + 1, value(values.path(column), types.get(column)));
    }
    statement.addBatch();
    if (++waiting == BATCH) {
      flush(statement);
    }
  }

  private List<String> types() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet none =
            statement.executeQuery(
                "select %s from %s where 1 = 0".formatted(String.join(", ", columns), table))) {
      ResultSetMetaData row = none.getMetaData();
      for (int column = 1; column <= row.getColumnCount(); column++) {
        names.add(row.getColumnTypeName(column).toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  private static @Nullable Object value(JsonNode value, String type) {
    if (value.isNull() || value.isMissingNode()) {
      return null;
    }
    if (type.equals("uuid")) {
      return UUID.fromString(value.asText());
    }
    if (type.startsWith("timestamp")) {
      return OffsetDateTime.parse(value.asText());
    }
    if (value.isBoolean()) {
      return value.asBoolean();
    }
    return value.isNumber() ? (Object) value.asLong() : value.asText();
  }

  private void endTable() throws SQLException {
    PreparedStatement statement = insert;
    if (statement == null) {
      return;
    }
    flush(statement);
    statement.close();
    insert = null;
    if (columns.contains(NUMBERED)) {
      execute("alter table %s alter column seq restart with %d".formatted(table, highest() + 1));
    }
  }

  private void flush(PreparedStatement statement) throws SQLException {
    statement.executeBatch();
    waiting = 0;
  }

  private long highest() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select coalesce(max(seq), 0) from " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
