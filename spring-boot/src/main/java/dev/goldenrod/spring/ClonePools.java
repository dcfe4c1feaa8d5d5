package dev.goldenrod.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Finds the connection pools of an application context: those to its clone are led to the clones of
 * tests; when there are only others, something else than the properties has said where they connect
 * to.
 */
final class ClonePools implements BeanPostProcessor, ApplicationListener<ContextRefreshedEvent> {
  private final ContextClones clones;
  private final Map<String, String> others = new ConcurrentHashMap<>();
  private volatile boolean found;

  ClonePools(ContextClones clones) {
    this.clones = clones;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof HikariDataSource pool)) {
      return bean;
    }
    if (!clones.loginOfContext().url().equals(pool.getJdbcUrl())) {
      others.put(name, String.valueOf(pool.getJdbcUrl()));
      return pool;
    }
    found = true;
    if (!clones.properties().perTest()) {
      return pool;
    }
    CloneDataSource led = new CloneDataSource(pool);
    clones.follow(led);
    return led;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent refreshed) {
    if (!found && !others.isEmpty()) {
      throw new Refusal(
          "goldenrod.golden is '%s', but the application connects elsewhere: %s (bean and URL)"
              .formatted(clones.properties().golden(), others),
          "What else sets it, such as @ServiceConnection or a DataSource bean of the application,"
              + " must be left out of this test or take ${spring.datasource.url}; or leave"
              + " goldenrod.golden out");
    }
  }
}
