package dev.goldenrod.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The pool of an application context, and in its place during a test a pool of that test's clone.
 * Each clone has a pool of its own, so that no connection outlives the test that it was opened in.
 */
final class CloneDataSource extends DelegatingDataSource {
  private final HikariDataSource ofContext;
  private volatile HikariDataSource current;

  CloneDataSource(HikariDataSource ofContext) {
    super(ofContext);
    this.ofContext = ofContext;
    this.current = ofContext;
  }

  @Override
  public DataSource getTargetDataSource() {
    return current;
  }

  /** Connects to that clone from now on, with the settings of the context's pool. */
  void connectTo(JdbcLogin clone) {
    HikariConfig config = new HikariConfig();
    ofContext.copyStateTo(config);
    config.setJdbcUrl(clone.url());
    config.setUsername(clone.username());
    config.setPassword(clone.password());
    config.setPoolName(null);
    // Most tests need one connection, and each would be opened anew for each test.
    config.setMinimumIdle(0);
    current = new HikariDataSource(config);
  }

  /** Connects to the context's clone again; connections to the test's that are in use end. */
  void reconnect() {
    HikariDataSource ofTest = current;
    current = ofContext;
    if (ofTest != ofContext) {
      ofTest.close();
    }
  }
}
