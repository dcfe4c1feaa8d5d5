package dev.goldenrod.storage.jdbi;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.goldenrod.port.StoreException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.jspecify.annotations.Nullable;

/** The connection pool of a database whose tables are migrated. */
final class ConnectionPool implements AutoCloseable {
  /** The table of Flyway's migration history. */
  static final String HISTORY = "goldenrod_schema_history";

  static final int NEWEST_MIGRATION = 31;
  static final int MIGRATION_COUNT = 28;

  private static final String MIGRATED =
      """
      SELECT count(*) AS "migrations",
        count(CASE WHEN "success" THEN 1 END) AS "successful",
        max(CAST("version" AS integer)) AS "newest"
      FROM "%s"
      WHERE "version" IS NOT NULL
      """
          .formatted(HISTORY);

  /** The minimum that HikariCP accepts. */
  private static final long SHORTEST_WAIT_MILLIS = 250;

  private final HikariDataSource connections;
  private final @Nullable H2Connections embedded;
  private final StoreOptions options;
  private final Dialect dialect;
  private int newestMigration;

  private ConnectionPool(
      HikariDataSource connections,
      @Nullable H2Connections embedded,
      StoreOptions options,
      Dialect dialect) {
    this.connections = connections;
    this.embedded = embedded;
    this.options = options;
    this.dialect = dialect;
  }

  static ConnectionPool open(
      StoreOptions options, Dialect dialect, ExceptionTranslator exceptions) {
    return open(options, null, dialect, exceptions, older -> {});
  }

  /**
   * @param embedded the source of the connections, closed with the pool; null to use the URL
   * @param beforeMigration called with the pool before tables of an older release are migrated
   */
  static ConnectionPool open(
      StoreOptions options,
      @Nullable H2Connections embedded,
      Dialect dialect,
      ExceptionTranslator exceptions,
      Consumer<ConnectionPool> beforeMigration) {
    requireNoSecret(options);
    EvictionPolicy eviction = new EvictionPolicy(dialect);
    HikariConfig configuration = configuration(options, dialect);
    configuration.setExceptionOverride(eviction);
    if (embedded != null) {
      configuration.setDataSource(embedded);
    }
    ConnectionPool pool =
        new ConnectionPool(connect(configuration, exceptions), embedded, options, dialect);
    eviction.attachTo(pool.connections);
    try {
      pool.migrate(beforeMigration);
      return pool;
    } catch (StoreException e) {
      pool.close();
      throw e;
    } catch (FlywayException e) {
      pool.close();
      throw new StoreException(
          "tables of the store " + options.location() + " cannot be migrated: " + e.getMessage(),
          e);
    }
  }

  /**
   * Opens a connection for a transaction, which waits for each response for the answer timeout. The
   * statements of migrations and dumps may take longer.
   */
  Connection openConnection() throws SQLException {
    Connection connection = connections.getConnection();
    try {
      dialect.limitResponses(connection, options.answerTimeout());
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Writes a consistent dump of all rows.
   *
   * @throws StoreException if the tables are of a newer release, or cannot be read
   */
  StoreContents dump(ExceptionTranslator exceptions, OutputStream out) {
    int version =
        StoreDump.schemaVersion(
            migrations().dataSource(connections).load().info(), exceptions.location());
    try (Connection connection = connections.getConnection()) {
      return StoreDump.write(connection, dialect, version, out);
    } catch (SQLException e) {
      throw exceptions.translated(e);
    }
  }

  private static void requireNoSecret(StoreOptions options) {
    String url = options.url().toLowerCase(Locale.ROOT);
    if (url.contains("password=") || url.matches("[^?;]*//[^/?;]*@.*")) {
      throw new StoreException(
          "store URL "
              + options.location()
              + " contains a password; pass it as the store's"
              + " password instead");
    }
  }

  private static HikariConfig configuration(StoreOptions options, Dialect dialect) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("goldenrod-store");
    config.setJdbcUrl(dialect.connectionUrl(options));
    config.setUsername(options.user());
    config.setPassword(options.password());
    config.setMaximumPoolSize(options.poolSize());
    config.setAutoCommit(false);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setConnectionTimeout(Math.max(SHORTEST_WAIT_MILLIS, options.lockTimeout().toMillis()));
    config.setConnectionInitSql(dialect.initialSql(options));
    // Commits the initial SQL, which a rollback of the first transaction would undo.
    config.setIsolateInternalQueries(true);
    if (dialect == Dialect.POSTGRESQL) {
      config.addDataSourceProperty("ApplicationName", "goldenrod");
      // Error details contain the values of a row.
      config.addDataSourceProperty("logServerErrorDetail", "false");
      config.addDataSourceProperty("tcpKeepAlive", "true");
      // A server that vanished silently must not block a thread forever.
      config.addDataSourceProperty("socketTimeout", "120");
      config.addDataSourceProperty(
          "loginTimeout", String.valueOf(Math.max(1, options.lockTimeout().toSeconds())));
    } else {
      config.setMaxLifetime(0);
    }
    return config;
  }

  private static HikariDataSource connect(HikariConfig config, ExceptionTranslator exceptions) {
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw exceptions.unreachable(e);
    }
  }

  /** Does not load Flyway, which takes a tenth of a server's start, if there is nothing to do. */
  private void migrate(Consumer<ConnectionPool> beforeMigration) {
    if (isCurrent()) {
      newestMigration = NEWEST_MIGRATION;
      return;
    }
    Flyway flyway = migrations().dataSource(connections).load();
    MigrationInfoService info = flyway.info();
    MigrationInfo[] all = info.all();
    requireNotNewer(all, options.location());
    if (info.applied().length > 0 && info.pending().length > 0) {
      beforeMigration.accept(this);
    }
    flyway.migrate();
    newestMigration = Integer.parseInt(all[all.length - 1].getVersion().getVersion());
  }

  /** Returns whether the history has all migrations of this release, without others or failures. */
  private boolean isCurrent() {
    try (Connection connection = connections.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(MIGRATED)) {
      return rows.next()
          && rows.getInt("migrations") == MIGRATION_COUNT
          && rows.getInt("successful") == MIGRATION_COUNT
          && rows.getInt("newest") == NEWEST_MIGRATION;
    } catch (SQLException noHistoryOrUnreachable) {
      return false;
    }
  }

  /**
   * Returns this release's migrations. Their location and history table are their own, so that an
   * embedder's Flyway neither runs these migrations nor shares their history.
   */
  static FluentConfiguration migrations() {
    FluentConfiguration migrations =
        Flyway.configure(ConnectionPool.class.getClassLoader())
            .locations("classpath:dev/goldenrod/storage/jdbi/migration")
            .table(HISTORY);
    // The transaction of such a lock would be idle while migrations run on another connection.
    migrations
        .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    return migrations;
  }

  /** Returns this release's migrations for a database at its URL, without a pool. */
  static FluentConfiguration migrations(Dialect dialect, StoreOptions options) {
    return migrations()
        .dataSource(dialect.connectionUrl(options), options.user(), options.password());
  }

  int newestMigration() {
    return newestMigration;
  }

  static void requireNotNewer(MigrationInfo[] all, String location) {
    for (MigrationInfo applied : all) {
      if (applied.getState() == MigrationState.FUTURE_SUCCESS) {
        throw new StoreException(
            "the store %s has tables of a newer release of Goldenrod (migration %s); start that release, or restore the backup made before the upgrade"
                .formatted(location, applied.getVersion()));
      }
    }
  }

  /** Connects without the pool, which would wait for its timeout during an outage. */
  void requireReachable() throws SQLException {
    if (embedded != null) {
      embedded.getConnection().close();
      return;
    }
    Properties properties = new Properties();
    properties.putAll(connections.getDataSourceProperties());
    properties.put("user", connections.getUsername());
    properties.put("password", connections.getPassword());
    DriverManager.getConnection(connections.getJdbcUrl(), properties).close();
  }

  boolean isExhausted() {
    return connections.getHikariPoolMXBean().getActiveConnections()
        >= connections.getMaximumPoolSize();
  }

  ConnectionUse use() {
    HikariPoolMXBean pool = connections.getHikariPoolMXBean();
    return new ConnectionUse(
        pool.getActiveConnections(),
        pool.getIdleConnections(),
        pool.getThreadsAwaitingConnection(),
        connections.getMaximumPoolSize());
  }

  boolean isClosed() {
    return connections.isClosed();
  }

  @Override
  public void close() {
    connections.close();
    if (embedded != null) {
      embedded.close();
    }
  }

  /**
   * Decides which connections to close after an error. H2 closes an embedded database that it could
   * not write, and discards what was not flushed; older connections may still read the discarded
   * rows.
   */
  private static final class EvictionPolicy implements SQLExceptionOverride {
    private final Dialect dialect;
    private volatile @Nullable HikariDataSource connections;

    EvictionPolicy(Dialect dialect) {
      this.dialect = dialect;
    }

    void attachTo(HikariDataSource pooled) {
      connections = pooled;
    }

    @java.lang.Override
    public Override adjudicate(SQLException e) {
      if (!dialect.isConnectionLost(e) && !dialect.isWriteFailure(e)) {
        return Override.CONTINUE_EVICT;
      }
      HikariDataSource pooled = connections;
      if (dialect == Dialect.H2 && pooled != null) {
        pooled.getHikariPoolMXBean().softEvictConnections();
      }
      return Override.MUST_EVICT;
    }
  }
}
