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
import org.jspecify.annotations.Nullable;

/** The connection pool of a database whose tables are migrated. */
final class ConnectionPool implements AutoCloseable {
  /** The minimum that HikariCP accepts. */
  private static final long SHORTEST_WAIT_MILLIS = 250;

  private final HikariDataSource connections;
  private final @Nullable H2Connections embedded;
  private final StoreOptions options;
  private final Dialect dialect;

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
      Migrations.run(pool.connections, options.location(), () -> beforeMigration.accept(pool));
      return pool;
    } catch (StoreException e) {
      pool.close();
      throw e;
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
            Migrations.configuration().dataSource(connections).load().info(),
            exceptions.location());
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
