package dev.goldenrod.spring;

import dev.goldenrod.junit.CloneLease;
import dev.goldenrod.spring.ClonePools.CloneDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The clones of an application context: its own, and with {@code goldenrod.per-test} that of the
 * current test. Thread-safe.
 */
final class ContextClones implements DisposableBean {
  private static final String NAME = "goldenrodClones";

  private final GoldenrodProperties properties;
  private final Supplier<CloneLease> launches;
  private final CloneLease ofContext;
  private final List<CloneDataSource> pools = new ArrayList<>();
  private Optional<CloneLease> ofTest = Optional.empty();

  ContextClones(GoldenrodProperties properties, Supplier<CloneLease> launches) {
    this.properties = properties;
    this.launches = launches;
    this.ofContext = launches.get();
  }

  /** Returns the clones of a context; empty if its properties name no golden. */
  static Optional<ContextClones> of(ApplicationContext context) {
    return context.containsBean(NAME)
        ? Optional.of(context.getBean(NAME, ContextClones.class))
        : Optional.empty();
  }

  /** Removes the clones when the context is closed, after all other beans. */
  void closeWith(ConfigurableApplicationContext context) {
    context.getBeanFactory().registerSingleton(NAME, this);
    ((DefaultSingletonBeanRegistry) context.getBeanFactory()).registerDisposableBean(NAME, this);
  }

  JdbcLogin loginOfContext() {
    return JdbcLogin.of(ofContext.credentials());
  }

  GoldenrodProperties properties() {
    return properties;
  }

  synchronized void addPool(CloneDataSource pool) {
    pools.add(pool);
  }

  /** Launches a clone if {@code goldenrod.per-test} is set; then {@link #endTest} must follow. */
  synchronized boolean beginTest() {
    if (!properties.perTest()) {
      return false;
    }
    requireSwitchable();
    CloneLease clone = launches.get();
    ofTest = Optional.of(clone);
    pools.forEach(pool -> pool.connectTo(JdbcLogin.of(clone.credentials())));
    return true;
  }

  private void requireSwitchable() {
    if (ofTest.isPresent()) {
      throw new IllegalStateException(
          "goldenrod.per-test is true, and another test of the same application context is running;"
              + " run tests that share a context one after another, for example with"
              + " @Execution(SAME_THREAD)");
    }
    if (pools.isEmpty()) {
      throw new IllegalStateException(
          "goldenrod.per-test is true, but no bean of the application context is a HikariCP pool,"
              + " and only such a pool can be switched to the clone of each test; use HikariCP,"
              + " or remove goldenrod.per-test");
    }
  }

  synchronized void endTest() {
    pools.forEach(CloneDataSource::reconnect);
    ofTest.ifPresent(CloneLease::close);
    ofTest = Optional.empty();
  }

  @Override
  public void destroy() {
    endTest();
    ofContext.close();
  }
}
