package dev.goldenrod.spring;

import dev.goldenrod.junit.Goldenrod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Checks each data source of an application context before other beans can use it, and thus before
 * any migration or query: it must lead to a clone or be named in {@code goldenrod.foreign},
 * otherwise it is refused.
 */
final class DataSourceGuard
    implements BeanPostProcessor, ApplicationListener<ContextRefreshedEvent> {
  private static final String REACTIVE = "io.r2dbc.spi.ConnectionFactory";

  private final GoldenrodProperties properties;
  private final ConfigurableEnvironment environment;
  private final ConfigurableListableBeanFactory beans;
  private final @Nullable Class<?> reactive;
  private final Set<String> accountedFor = ConcurrentHashMap.newKeySet();

  DataSourceGuard(GoldenrodProperties properties, ConfigurableApplicationContext context) {
    this.properties = properties;
    this.environment = context.getEnvironment();
    this.beans = context.getBeanFactory();
    this.reactive =
        ClassUtils.isPresent(REACTIVE, beans.getBeanClassLoader())
            ? ClassUtils.resolveClassName(REACTIVE, beans.getBeanClassLoader())
            : null;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    account(bean, name);
    return bean;
  }

  /** Bean post-processors do not see singletons that were created outside the context. */
  @Override
  public void onApplicationEvent(ContextRefreshedEvent refreshed) {
    Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
        .filter(beans::containsSingleton)
        .filter(name -> !accountedFor.contains(name))
        .forEach(name -> account(beans.getBean(name), name));
  }

  private void account(Object bean, String name) {
    if (!properties.foreign().contains(name)) {
      foreignUrl(bean).ifPresent(url -> refuse(name, url));
    }
    accountedFor.add(name);
  }

  /** Returns the URL if it is not that of a clone. */
  private Optional<String> foreignUrl(Object bean) {
    if (bean instanceof DataSource source) {
      return DataSourceUrls.of(source).stream()
          .filter(url -> !Goldenrod.isClone(DataSourceUrls.withoutParameters(url)))
          .map(DataSourceUrls::withoutLogin)
          .findFirst();
    }
    return reactive != null && reactive.isInstance(bean)
        ? Optional.of("by R2DBC, but clones can be reached only by JDBC")
        : Optional.empty();
  }

  private void refuse(String name, String url) {
    CloneSetupException refusal = refusal(name, url);
    refusal.suppressConditionReport(environment);
    throw refusal;
  }

  private CloneSetupException refusal(String name, String url) {
    List<String> foreign = new ArrayList<>(properties.foreign());
    foreign.add(name);
    return new CloneSetupException(
        "goldenrod.golden is '%s', but bean '%s' connects elsewhere: %s"
            .formatted(properties.golden(), name, url),
        ("Set its URL to ${spring.datasource.url}, remove whatever else sets its URL in this test,"
                + " such as @ServiceConnection, or give it a clone of its own (docs/spring-boot.md,"
                + " \"Several databases\"). If tests should reach that database, set:"
                + " goldenrod.foreign=%s")
            .formatted(String.join(",", foreign)));
  }
}
