package dev.goldenrod.storage.jdbi;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.goldenrod.port.StoreException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/** The connections to a database whose tables are up to date. */
final class ConnectionPool implements AutoCloseable {
  /** The table of the migrations that were made. */
  static final String HISTORY = "goldenrod_schema_history";

  /** The shortest that HikariCP takes. */
  private static final long SHORTEST_WAIT_MILLIS = 250;

  private final HikariDataSource connections;
  private final @Nullable H2Connections embedded;
  private int newestMigration;

  private ConnectionPool(HikariDataSource connections, @Nullable H2Connections embedded) {
    this.connections = connections;
    this.embedded = embedded;
  }

  static ConnectionPool open(
      StoreOptions options, Dialect dialect, ExceptionTranslator exceptions) {
    return open(options, null, dialect, exceptions, older -> {});
  }

  /**
   * @param embedded where the connections come from, and closed with the pool; null for the URL
   * @param beforeMigration is given the connections to tables of an older release, before these are
   *     brought up to date
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
    ConnectionPool pool = new ConnectionPool(connect(configuration, exceptions), embedded);
    eviction.of(pool.connections);
    try {
      pool.migrate(options.location(), beforeMigration);
      return pool;
    } catch (StoreException e) {
      pool.close();
      throw e;
    } catch (FlywayException e) {
      pool.close();
      throw new StoreException(
          "tables of the store "
              + options.location()
              + " cannot be brought up to date: "
              + e.getMessage(),
          e);
    }
  }

  DataSource connections() {
    return connections;
  }

  /**
   * Writes all rows as they are at one moment.
   *
   * @throws StoreException when tables are a newer release's, or cannot be read
   */
  StoreContents dump(Dialect dialect, ExceptionTranslator exceptions, OutputStream out) {
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
          "store URL " + options.location() + " holds a password; give it as the store's password");
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
    config.setConnectionInitSql(dialect.initialSql(options.lockTimeout()));
    if (dialect == Dialect.POSTGRESQL) {
      config.addDataSourceProperty("ApplicationName", "goldenrod");
      // details are the values of a row
      config.addDataSourceProperty("logServerErrorDetail", "false");
      config.addDataSourceProperty("tcpKeepAlive", "true");
      // a server that vanished without a word must not hold a thread for ever
      config.addDataSourceProperty("socketTimeout", "120");
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

  private void migrate(String location, Consumer<ConnectionPool> beforeMigration) {
    Flyway flyway = migrations().dataSource(connections).load();
    MigrationInfoService info = flyway.info();
    MigrationInfo[] all = info.all();
    requireNotNewer(all, location);
    if (info.applied().length > 0 && info.pending().length > 0) {
      beforeMigration.accept(this);
    }
    flyway.migrate();
    newestMigration = Integer.parseInt(all[all.length - 1].getVersion().getVersion());
  }

  /**
   * The migrations of this release, with names of their own, so that an embedder's Flyway neither
   * runs these nor shares their history.
   */
  static FluentConfiguration migrations() {
    return Flyway.configure(ConnectionPool.class.getClassLoader())
        .locations("classpath:dev/goldenrod/storage/jdbi/migration")
        .table(HISTORY);
  }

  /** The number of the newest migration that this release knows, which was made. */
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

  /** Connects beside the pool, which waits for a connection even where none is to be had. */
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

  /** Whether all connections that there may be are in use. */
  boolean isExhausted() {
    return connections.getHikariPoolMXBean().getActiveConnections()
        >= connections.getMaximumPoolSize();
  }

  /** How they are used now. */
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
   * Which connections are not worth keeping. An embedded database that could not write is closed,
   * with all that was not flushed, but a connection that was open before may still read that.
   */
  private static final class EvictionPolicy implements SQLExceptionOverride {
    private final Dialect dialect;
    private volatile @Nullable HikariDataSource connections;

    EvictionPolicy(Dialect dialect) {
      this.dialect = dialect;
    }

    void of(HikariDataSource pooled) {
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
