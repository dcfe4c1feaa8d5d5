package dev.goldenrod.spring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Wraps the pools of an application context's clone, so that they can switch to a test's clone. */
final class ClonePools implements BeanPostProcessor {
  private final ContextClones clones;

  ClonePools(ContextClones clones) {
    this.clones = clones;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof HikariDataSource pool && isOfContext(pool)) {
      CloneDataSource led = new CloneDataSource(pool);
      clones.addPool(led);
      return led;
    }
    return bean;
  }

  private boolean isOfContext(HikariDataSource pool) {
    return DataSourceUrls.of(pool).stream()
        .map(DataSourceUrls::withoutParameters)
        .anyMatch(clones.loginOfContext().url()::equals);
  }

  /**
   * The connection pool of an application context. During a test it delegates to a separate pool of
   * that test's clone, so that no connection outlives the test in which it was opened.
   */
  static final class CloneDataSource extends DelegatingDataSource {
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

    /** Switches to a pool of the given clone, with the settings of the context's pool. */
    void connectTo(JdbcLogin clone) {
      HikariConfig config = new HikariConfig();
      ofContext.copyStateTo(config);
      config.setJdbcUrl(clone.url());
      config.setUsername(clone.username());
      config.setPassword(clone.password());
      config.setPoolName(null);
      // Most tests need one connection, and idle connections would be reopened for each test.
      config.setMinimumIdle(0);
      current = new HikariDataSource(config);
    }

    /** Switches back to the context's clone and closes the pool of the test's clone. */
    void reconnect() {
      HikariDataSource ofTest = current;
      current = ofContext;
      if (ofTest != ofContext) {
        ofTest.close();
      }
    }
  }
}
