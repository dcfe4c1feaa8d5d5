package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.port.StoreException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Writes stores out and puts them back, whatever database they are in: a dump of an H2 file can be
 * put into PostgreSQL. Tables keep their version: nothing is migrated.
 */
public final class StoreBackup {
  private StoreBackup() {}

  /**
   * Writes the store in an H2 file that no process uses.
   *
   * @param file the path without H2's ending {@code .mv.db}
   * @throws StoreException when a process uses it, when it cannot be read, or is a newer release's
   */
  public static StoreContents dumpH2(Path file, OutputStream out) {
    StoreOptions options = H2File.prepare(file);
    H2Recovery recovery = new H2Recovery(file.toAbsolutePath().normalize(), options);
    recovery.run();
    StoreContents contents = dump(options, out);
    recovery.closed();
    return contents;
  }

  /**
   * Writes the store at that URL, while servers work with it.
   *
   * @throws StoreException when it cannot be reached or read, holds no store, or a newer release's
   */
  public static StoreContents dump(StoreOptions options, OutputStream out) {
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    try (Connection connection = connect(options, dialect, exceptions)) {
      int version =
          StoreDump.schemaVersion(flyway(options, dialect).load().info(), options.location());
      if (version == 0) {
        throw new StoreException("%s holds no store yet".formatted(options.location()));
      }
      return StoreDump.write(connection, dialect, version, out);
    } catch (SQLException e) {
      throw exceptions.translated(e);
    } catch (FlywayException e) {
      throw unreadable(options, e);
    }
  }

  /**
   * Reads a dump to its end.
   *
   * @throws StoreException when it is torn or cut off
   */
  public static StoreContents inspect(InputStream dump) {
    try {
      return new DumpReader(dump)
          .read(
              new DumpReader.Rows() {
                @Override
                public void table(String name, List<String> columns) {}

                @Override
                public void row(JsonNode values) {}
              });
    } catch (SQLException e) {
      throw new StoreException("the store's dump cannot be read", e);
    }
  }

  /** The number of the newest migration that this release knows. */
  public static int newestSchemaVersion() {
    return Stream.of(
            ConnectionPool.migrations()
                .dataSource("jdbc:h2:mem:", "goldenrod", "")
                .load()
                .info()
                .all())
        .map(MigrationInfo::getVersion)
        .mapToInt(version -> Integer.parseInt(version.getVersion()))
        .max()
        .orElseThrow();
  }

  /**
   * Makes an H2 file of a dump, in place of one of that name. A kill leaves the former file, or the
   * new one.
   *
   * @param file the path without H2's ending {@code .mv.db}; no process uses it
   * @throws StoreException when the dump is torn or a newer release's, or the file cannot be made
   */
  public static StoreContents restoreH2(Path file, InputStream dump) {
    StoreOptions options = H2File.prepare(file);
    return new H2Recovery(file.toAbsolutePath().normalize(), options)
        .replace(fresh -> load(fresh, dump));
  }

  /**
   * Puts a dump into a PostgreSQL that no server works with. A kill leaves a store without rows,
   * into which the dump can be put again.
   *
   * @param replacing whether rows that are there are deleted first
   * @throws StoreException when there are rows and they are not to be replaced, when servers work
   *     with it, or when the dump is torn or a newer release's
   */
  public static StoreContents restore(StoreOptions options, InputStream dump, boolean replacing) {
    requireFree(options, replacing);
    DumpReader reader = reader(dump);
    onTarget(options, PostgresTarget::dropTables);
    return load(options, reader);
  }

  /**
   * Requires that {@link #restore} would put a dump there.
   *
   * @throws StoreException when there are rows and they are not to be replaced, when servers work
   *     with it, or when it is no PostgreSQL
   */
  public static void requireFree(StoreOptions options, boolean replacing) {
    if (Dialect.of(options) != Dialect.POSTGRESQL) {
      throw new StoreException(
          "%s is no PostgreSQL; the embedded store is restored by its data directory"
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

  private interface TargetWork {
    void on(PostgresTarget target) throws SQLException;
  }

  private static void onTarget(StoreOptions options, TargetWork work) {
    ExceptionTranslator exceptions =
        new ExceptionTranslator(Dialect.POSTGRESQL, options.location());
    try (Connection connection = connect(options, Dialect.POSTGRESQL, exceptions)) {
      work.on(new PostgresTarget(connection, options.location()));
    } catch (SQLException e) {
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
          "the backup is a newer release's (migration %d, and this release knows %d at most); restore it with that release"
              .formatted(reader.schemaVersion(), newest));
    }
    return reader;
  }

  private static StoreContents load(StoreOptions options, DumpReader dump) {
    Dialect dialect = Dialect.of(options);
    ExceptionTranslator exceptions = new ExceptionTranslator(dialect, options.location());
    try (Connection connection = connect(options, dialect, exceptions)) {
      migrate(options, dialect, dump.schemaVersion());
      return StoreLoad.into(connection, dump);
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
    flyway(options, dialect).target(Integer.toString(version)).load().migrate();
  }

  private static FluentConfiguration flyway(StoreOptions options, Dialect dialect) {
    return ConnectionPool.migrations()
        .dataSource(dialect.connectionUrl(options), options.user(), options.password());
  }

  private static Connection connect(
      StoreOptions options, Dialect dialect, ExceptionTranslator exceptions) {
    try {
      return DriverManager.getConnection(
          dialect.connectionUrl(options), options.user(), options.password());
    } catch (SQLException e) {
      throw exceptions.unreachable(e);
    }
  }

  private static StoreException unreadable(StoreOptions options, FlywayException e) {
    return new StoreException(
        "tables of the store %s cannot be read or made: %s"
            .formatted(options.location(), e.getMessage()),
        e);
  }
}
