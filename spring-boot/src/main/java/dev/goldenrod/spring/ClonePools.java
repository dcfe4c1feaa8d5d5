package dev.goldenrod.spring;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

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
}
