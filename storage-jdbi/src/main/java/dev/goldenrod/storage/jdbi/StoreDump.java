package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.jspecify.annotations.Nullable;

/**
 * Writes a consistent dump of a store that is in use: one line of JSON for the header, each table,
 * each row, and the end. The form is the same for every database.
 */
final class StoreDump {
  /** The member of the first line that marks a dump, with the number of its form. */
  static final String HEADER = "goldenrod_store";

  static final int FORM = 1;
  static final String SCHEMA_VERSION = "schema_version";
  static final String TABLE = "table";
  static final String COLUMNS = "columns";
  static final String END = "rows";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int FETCHED_ROWS = 1000;
  private static final String SCHEMA = "public";

  private final Connection connection;
  private final Writer out;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  private StoreDump(Connection connection, OutputStream out) {
    this.connection = connection;
    this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /**
   * Writes the dump, and flushes the stream, which stays open.
   *
   * @param connection must not be in a transaction
   * @throws UncheckedIOException if the stream cannot be written
   */
  static StoreContents write(
      Connection connection, Dialect dialect, int schemaVersion, OutputStream out)
      throws SQLException {
    List<String> tables = tables(schemaVersion);
    connection.setAutoCommit(false);
    int isolation = connection.getTransactionIsolation();
    connection.setTransactionIsolation(dialect.snapshotIsolation());
    try {
      lock(connection, dialect, tables);
      return new StoreDump(connection, out).write(schemaVersion, tables);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the store's dump", e);
    } finally {
      connection.rollback();
      connection.setTransactionIsolation(isolation);
    }
  }

  /** Returns the newest migration of a store's tables; 0 if there are none. */
  static int schemaVersion(MigrationInfoService migrations, String location) {
    Migrations.requireNotNewer(migrations.all(), location);
    return Stream.of(migrations.applied())
        .map(MigrationInfo::getVersion)
        .mapToInt(version -> Integer.parseInt(version.getVersion()))
        .max()
        .orElse(0);
  }

  /**
   * Returns the tables that the migrations up to a version create, each after the tables that it
   * references. They are determined by migrating a database in memory, because the store's schema
   * may also contain an embedder's tables.
   */
  static List<String> tables(int schemaVersion) throws SQLException {
    StoreOptions memory =
        StoreOptions.of("jdbc:h2:mem:tables-" + UUID.randomUUID(), "goldenrod", "");
    try (Connection connection = Dialect.H2.connect(memory)) {
      Migrations.configuration(Dialect.H2, memory)
          .target(Integer.toString(schemaVersion))
          .load()
          .migrate();
      return orderedTables(connection.getMetaData());
    }
  }

  private static List<String> orderedTables(DatabaseMetaData tables) throws SQLException {
    Set<String> ordered = new LinkedHashSet<>();
    for (String table : tableNames(tables)) {
      addAfterReferred(table, tables, ordered);
    }
    return List.copyOf(ordered);
  }

  private static List<String> tableNames(DatabaseMetaData tables) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = tables.getTables(null, SCHEMA, null, new String[] {"BASE TABLE"})) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_NAME"));
      }
    }
    names.remove(Migrations.HISTORY);
    return names;
  }

  private static void addAfterReferred(String table, DatabaseMetaData tables, Set<String> ordered)
      throws SQLException {
    try (ResultSet keys = tables.getImportedKeys(null, SCHEMA, table)) {
      while (keys.next()) {
        String referred = keys.getString("PKTABLE_NAME");
        if (!referred.equals(table) && !ordered.contains(referred)) {
          addAfterReferred(referred, tables, ordered);
        }
      }
    }
    ordered.add(table);
  }

  /** A server of a newer release must not migrate the tables during the dump. */
  private static void lock(Connection connection, Dialect dialect, List<String> tables)
      throws SQLException {
    if (dialect == Dialect.POSTGRESQL) {
      try (Statement statement = connection.createStatement()) {
        dialect.allowIdleTransaction(statement);
        statement.execute("lock table " + String.join(", ", tables) + " in access share mode");
      }
    }
  }

  private StoreContents write(int schemaVersion, List<String> tables)
      throws SQLException, IOException {
    Map<String, Integer> header = new LinkedHashMap<>();
    header.put(HEADER, FORM);
    header.put(SCHEMA_VERSION, schemaVersion);
    line(header);
    for (String table : tables) {
      writeTable(table);
    }
    line(Map.of(END, counts));
    out.flush();
    return new StoreContents(schemaVersion, counts);
  }

  private void writeTable(String table) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows = statement.executeQuery("select * from " + table)) {
        List<String> columns = columns(rows.getMetaData());
        Map<String, Object> head = new LinkedHashMap<>();
        head.put(TABLE, table);
        head.put(COLUMNS, columns);
        line(head);
        long count = 0;
        for (; rows.next(); count++) {
          line(values(rows));
        }
        counts.put(table, count);
      }
    }
  }

  private static List<String> columns(ResultSetMetaData row) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int column = 1; column <= row.getColumnCount(); column++) {
      names.add(row.getColumnName(column));
    }
    return names;
  }

  private static List<@Nullable Object> values(ResultSet row) throws SQLException {
    ResultSetMetaData types = row.getMetaData();
    List<@Nullable Object> values = new ArrayList<>();
    for (int column = 1; column <= types.getColumnCount(); column++) {
      values.add(value(row, column, types.getColumnTypeName(column)));
    }
    return values;
  }

  private static @Nullable Object value(ResultSet row, int column, String type)
      throws SQLException {
    if (type.toLowerCase(Locale.ROOT).startsWith("timestamp")) {
      OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
      return time == null ? null : time.toInstant().toString();
    }
    Object value = row.getObject(column);
    return value instanceof Number || value instanceof Boolean ? value : row.getString(column);
  }

  private void line(Object value) throws IOException {
    out.write(MAPPER.writeValueAsString(value));
    out.write('\n');
  }
}
