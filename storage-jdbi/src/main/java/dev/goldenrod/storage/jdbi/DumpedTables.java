package dev.goldenrod.storage.jdbi;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The tables that the migrations up to a version create. They are determined by migrating a
 * database in memory, because the store's schema may also contain an embedder's tables.
 */
final class DumpedTables {
  private static final String SCHEMA = "public";

  private DumpedTables() {}

  /** Returns the names of the tables, each after the tables that it references. */
  static List<String> at(int schemaVersion) throws SQLException {
    StoreOptions memory =
        StoreOptions.of("jdbc:h2:mem:tables-" + UUID.randomUUID(), "goldenrod", "");
    String url = Dialect.H2.connectionUrl(memory);
    try (Connection connection =
        DriverManager.getConnection(url, memory.user(), memory.password())) {
      ConnectionPool.migrations()
          .dataSource(url, memory.user(), memory.password())
          .target(Integer.toString(schemaVersion))
          .load()
          .migrate();
      return ordered(connection.getMetaData());
    }
  }

  private static List<String> ordered(DatabaseMetaData tables) throws SQLException {
    Set<String> ordered = new LinkedHashSet<>();
    for (String table : names(tables)) {
      addAfterReferred(table, tables, ordered);
    }
    return List.copyOf(ordered);
  }

  private static List<String> names(DatabaseMetaData tables) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = tables.getTables(null, SCHEMA, null, new String[] {"BASE TABLE"})) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_NAME"));
      }
    }
    names.remove(ConnectionPool.HISTORY);
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
}
