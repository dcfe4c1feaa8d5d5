package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;

/** An H2 file that was rebuilt from a killed one, before it replaces that file. */
final class RebuiltFile {
  private static final String COLUMNS =
      "select table_name || '.' || column_name from information_schema.columns"
          + " where table_schema = 'public'";
  private static final String TABLES =
      "select table_name from information_schema.tables"
          + " where table_schema = 'public' and table_type = 'BASE TABLE'";

  private final StoreOptions rebuilt;
  private final Path killed;

  RebuiltFile(StoreOptions rebuilt, Path killed) {
    this.rebuilt = rebuilt;
    this.killed = killed;
  }

  /**
   * Requires that the file has all columns of the migrations in its history, and the same number of
   * rows in each table as H2 reads from the killed file.
   *
   * @param read the killed file as H2 reads it
   * @throws StoreException if the file is incomplete
   */
  void requireComplete(StoreOptions read) {
    try {
      requireRows(rows(read));
      Set<String> lacking = columnsMadeBy(newestMigration());
      lacking.removeAll(columns(rebuilt));
      if (!lacking.isEmpty()) {
        throw incomplete("it lacks " + String.join(", ", lacking));
      }
    } catch (SQLException | FlywayException e) {
      throw incomplete(e.getMessage());
    }
  }

  private void requireRows(Map<String, Long> expected) throws SQLException {
    Map<String, Long> actual = rows(rebuilt);
    if (!actual.equals(expected)) {
      throw incomplete("it has the rows %s instead of %s".formatted(actual, expected));
    }
  }

  private MigrationVersion newestMigration() {
    Flyway flyway = Migrations.configuration(Dialect.H2, rebuilt).load();
    Migrations.requireNotNewer(flyway.info().all(), killed.toString());
    MigrationInfo newest = flyway.info().current();
    if (newest == null || newest.getVersion() == null) {
      throw incomplete("it lacks the migration history");
    }
    return newest.getVersion();
  }

  /** Migrates a database in memory, which lives as long as the connection. */
  private Set<String> columnsMadeBy(MigrationVersion newest) throws SQLException {
    StoreOptions expected =
        StoreOptions.of("jdbc:h2:mem:" + UUID.randomUUID(), rebuilt.user(), rebuilt.password());
    try (Connection connection = Dialect.H2.connect(expected)) {
      Migrations.configuration(Dialect.H2, expected).target(newest).load().migrate();
      return new TreeSet<>(texts(connection, COLUMNS));
    }
  }

  private static Set<String> columns(StoreOptions options) throws SQLException {
    try (Connection connection = Dialect.H2.connect(options)) {
      return new TreeSet<>(texts(connection, COLUMNS));
    }
  }

  private static Map<String, Long> rows(StoreOptions options) throws SQLException {
    try (Connection connection = Dialect.H2.connect(options)) {
      Map<String, Long> rows = new TreeMap<>();
      for (String table : texts(connection, TABLES)) {
        String count = "select count(*) from \"" + table.replace("\"", "\"\"") + "\"";
        rows.put(table, Long.valueOf(texts(connection, count).get(0)));
      }
      return rows;
    }
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private StoreException incomplete(String why) {
    return new StoreException(
        "the server of store %s was killed, and the store that was rebuilt from that file is incomplete: %s; nothing was changed: replace the file with a backup, or save its readable data with H2's tool org.h2.tools.Recover"
            .formatted(killed, why));
  }
}
