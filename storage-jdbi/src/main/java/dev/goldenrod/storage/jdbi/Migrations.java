package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** The migrations of a store's tables, which Flyway runs. */
final class Migrations {
  /** The table of Flyway's migration history. */
  static final String HISTORY = "goldenrod_schema_history";

  static final int NEWEST = 33;

  /** The sum of Flyway's checksums of all migrations, as {@code MigrationsTest} computes it. */
  static final long CHECKSUM = 2_956_349_256L;

  private static final String APPLIED =
      """
      SELECT max(CAST("version" AS integer)) AS "newest",
        sum(CAST("checksum" AS bigint)) AS "checksum",
        count(CASE WHEN NOT "success" THEN 1 END) AS "failed"
      FROM "%s"
      WHERE "version" IS NOT NULL
      """
          .formatted(HISTORY);

  private Migrations() {}

  /**
   * Migrates the tables to this release. Does not load Flyway, which takes a tenth of a server's
   * start, if there is nothing to do.
   *
   * @param location of the store, for messages
   * @param beforeMigration run before tables of an older release are migrated
   * @throws StoreException if a newer release has migrated the tables, or they cannot be migrated
   */
  static void run(DataSource connections, String location, Runnable beforeMigration) {
    if (isCurrent(connections)) {
      return;
    }
    try {
      Flyway flyway = configuration().dataSource(connections).load();
      MigrationInfoService info = flyway.info();
      requireNotNewer(info.all(), location);
      if (info.applied().length > 0 && info.pending().length > 0) {
        beforeMigration.run();
      }
      flyway.migrate();
    } catch (FlywayException e) {
      throw new StoreException(
          "tables of the store " + location + " cannot be migrated: " + e.getMessage(), e);
    }
  }

  /** Returns whether the history has this release's migrations, unchanged and without failures. */
  private static boolean isCurrent(DataSource connections) {
    try (Connection connection = connections.getConnection();
        Statement statement = connection.createStatement();
        ResultSet history = statement.executeQuery(APPLIED)) {
      return history.next()
          && history.getInt("newest") == NEWEST
          && history.getLong("checksum") == CHECKSUM
          && history.getInt("failed") == 0;
    } catch (SQLException noHistoryOrUnreachable) {
      return false;
    }
  }

  /**
   * Returns Flyway's configuration. Location and history table are the store's own, so that an
   * embedder's Flyway neither runs these migrations nor shares their history.
   */
  static FluentConfiguration configuration() {
    FluentConfiguration migrations =
        Flyway.configure(Migrations.class.getClassLoader())
            .locations("classpath:dev/goldenrod/storage/jdbi/migration")
            .table(HISTORY);
    // The transaction of such a lock would be idle while migrations run on another connection.
    migrations
        .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    return migrations;
  }

  /** Returns Flyway's configuration for a database at its URL, without a pool. */
  static FluentConfiguration configuration(Dialect dialect, StoreOptions options) {
    return configuration()
        .dataSource(dialect.connectionUrl(options), options.user(), options.password());
  }

  /**
   * @throws StoreException if one of the migrations was applied by a newer release
   */
  static void requireNotNewer(MigrationInfo[] all, String location) {
    for (MigrationInfo applied : all) {
      if (applied.getState() == MigrationState.FUTURE_SUCCESS) {
        throw new StoreException(
            "the store %s has tables of a newer release of Goldenrod (migration %s); start that release, or restore the backup made before the upgrade"
                .formatted(location, applied.getVersion()));
      }
    }
  }
}
