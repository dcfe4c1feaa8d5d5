package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.port.StoreException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * Dumps and restores stores, independent of the database: a dump of an H2 file can be restored into
 * PostgreSQL. Tables keep their version; nothing is migrated.
 */
public final class StoreBackup {
  private StoreBackup() {}

  /**
   * Dumps the store in an H2 file that no process uses.
   *
   * @param file the path without H2's file name extension {@code .mv.db}
   * @throws StoreException if the file is in use, cannot be read, or is of a newer release
   */
  public static StoreContents dumpH2(Path file, OutputStream out) {
    StoreOptions options = H2File.prepare(file);
    H2Recovery recovery = new H2Recovery(file.toAbsolutePath().normalize(), options);
    recovery.run();
    StoreContents contents = dump(options, out);
    recovery.markClosed();
    return contents;
  }

  /**
   * Dumps the store at a URL, which servers may be using.
   *
   * @throws StoreException if the store cannot be reached or read, does not exist, or is of a newer
   *     release
   */
  public static StoreContents dump(StoreOptions options, OutputStream out) {
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    try (Connection connection = connect(options, dialect, exceptions)) {
      int version =
          StoreDump.schemaVersion(
              Migrations.configuration(dialect, options).load().info(), options.location());
      if (version == 0) {
        throw new StoreException("%s contains no store yet".formatted(options.location()));
      }
      return StoreDump.write(connection, dialect, version, out);
    } catch (SQLException e) {
      throw exceptions.translated(e);
    } catch (FlywayException e) {
      throw unreadable(options, e);
    }
  }

  /**
   * Reads a dump to its end, and returns its contents.
   *
   * @throws StoreException if the dump is malformed or incomplete
   */
  public static StoreContents inspect(InputStream dump) {
    try {
      return new DumpReader(dump)
          .read(
              new DumpReader.RowHandler() {
                @Override
                public void beginTable(String name, List<String> columns) {}

                @Override
                public void handleRow(JsonNode values) {}
              });
    } catch (SQLException e) {
      throw new StoreException("the store's dump cannot be read", e);
    }
  }

  /** Returns the newest migration that this release knows. */
  public static int newestSchemaVersion() {
    return Migrations.NEWEST;
  }

  /**
   * Restores a dump into an H2 file, replacing an existing one. A kill leaves either the old or the
   * new file.
   *
   * @param file the path without H2's file name extension {@code .mv.db}, which no process uses
   * @throws StoreException if the dump is malformed or of a newer release, or the file cannot be
   *     created
   */
  public static StoreContents restoreH2(Path file, InputStream dump) {
    StoreOptions options = H2File.prepare(file);
    return new H2Recovery(file.toAbsolutePath().normalize(), options)
        .replace(fresh -> load(fresh, dump));
  }

  /**
   * Restores a dump into a PostgreSQL database that no server uses. A kill leaves a store without
   * rows, into which the dump can be restored again.
   *
   * @param replacing whether existing rows are deleted first
   * @throws StoreException if there are rows that must not be replaced, if servers use the
   *     database, or if the dump is malformed or of a newer release
   */
  public static StoreContents restore(StoreOptions options, InputStream dump, boolean replacing) {
    requireFree(options, replacing);
    DumpReader reader = reader(dump);
    onTarget(options, PostgresTarget::dropTables);
    return load(options, reader);
  }

  /**
   * Requires that {@link #restore} can restore a dump there.
   *
   * @throws StoreException if there are rows that must not be replaced, if servers use the
   *     database, or if it is no PostgreSQL
   */
  public static void requireFree(StoreOptions options, boolean replacing) {
    if (Dialect.of(options) != Dialect.POSTGRESQL) {
      throw new StoreException(
          "%s is not a PostgreSQL database; restore an embedded store into its data directory"
              .formatted(options.location()));
    }
    onTarget(
        options,
        target -> {
          target.requireUnused();
          if (!replacing) {
            target.requireEmpty();
          }
        });
  }

  /** A PostgreSQL database into which a dump is restored. */
  private record PostgresTarget(Handle database, String location) {
    /** Requires that no server is connected to the database. */
    void requireUnused() {
      long connections =
          number(
              "select count(*) from pg_stat_activity where datname = current_database()"
                  + " and application_name = 'goldenrod'");
      if (connections > 0) {
        throw new StoreException(
            "servers are using the store %s (%d connections); stop them all, and restore again"
                .formatted(location, connections));
      }
    }

    /** Requires that the database has no org, which is the first row of a store. */
    void requireEmpty() {
      if (hasTable("orgs") && number("select count(*) from orgs") > 0) {
        throw new StoreException(
            "%s already contains a store; use an empty database, or --replace to replace its content"
                .formatted(location));
      }
    }

    /** Drops the tables of a store in one transaction. */
    void dropTables() throws SQLException {
      List<String> tables = StoreDump.tables(newestSchemaVersion());
      database.useTransaction(
          tx -> {
            tables.forEach(table -> tx.execute("drop table if exists " + table + " cascade"));
            tx.execute("drop table if exists " + Migrations.HISTORY);
          });
    }

    private boolean hasTable(String name) {
      return number("select case when to_regclass('" + name + "') is null then 0 else 1 end") > 0;
    }

    private long number(String sql) {
      return database.createQuery(sql).mapTo(Long.class).one();
    }
  }

  private interface TargetWork {
    void on(PostgresTarget target) throws SQLException;
  }

  private static void onTarget(StoreOptions options, TargetWork work) {
    ExceptionTranslator exceptions =
        new ExceptionTranslator(Dialect.POSTGRESQL, options.location());
    try (Connection connection = connect(options, Dialect.POSTGRESQL, exceptions);
        Handle database = Jdbi.open(connection)) {
      work.on(new PostgresTarget(database, options.location()));
    } catch (JdbiException | SQLException e) {
      throw exceptions.translated(e);
    }
  }

  private static StoreContents load(StoreOptions options, InputStream dump) {
    return load(options, reader(dump));
  }

  private static DumpReader reader(InputStream dump) {
    DumpReader reader = new DumpReader(dump);
    int newest = newestSchemaVersion();
    if (reader.schemaVersion() > newest) {
      throw new StoreException(
          "the backup was created by a newer release (migration %d, but this release knows %d at most); restore it with that release"
              .formatted(reader.schemaVersion(), newest));
    }
    return reader;
  }

  private static StoreContents load(StoreOptions options, DumpReader dump) {
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    try (Connection connection = connect(options, dialect, exceptions)) {
      migrate(options, dialect, dump.schemaVersion());
      return DumpLoader.load(connection, dump);
    } catch (SQLException e) {
      throw new StoreException(
          "the backup does not fit the tables of %s: %s"
              .formatted(options.location(), e.getMessage()),
          e);
    } catch (FlywayException e) {
      throw unreadable(options, e);
    }
  }

  private static void migrate(StoreOptions options, Dialect dialect, int version) {
    Migrations.configuration(dialect, options).target(Integer.toString(version)).load().migrate();
  }

  private static Connection connect(
      StoreOptions options, Dialect dialect, ExceptionTranslator exceptions) {
    try {
      return dialect.connect(options);
    } catch (SQLException e) {
      throw exceptions.unreachable(e);
    }
  }

  private static StoreException unreadable(StoreOptions options, FlywayException e) {
    return new StoreException(
        "tables of the store %s cannot be read or created: %s"
            .formatted(options.location(), e.getMessage()),
        e);
  }
}
