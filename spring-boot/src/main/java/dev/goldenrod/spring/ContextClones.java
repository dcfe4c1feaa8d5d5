package dev.goldenrod.spring;

import dev.goldenrod.junit.CloneLease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The clones of one application context: its own, and with {@code goldenrod.per-test} that of the
 * test under way. Thread-safe.
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

  /** Those of the context; empty when its properties name no golden. */
  static Optional<ContextClones> of(ApplicationContext context) {
    return context.containsBean(NAME)
        ? Optional.of(context.getBean(NAME, ContextClones.class))
        : Optional.empty();
  }

  /** Has them removed with the context, after everything else in it. */
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

  /** Has the pool connect to the clone of each test. */
  synchronized void follow(CloneDataSource pool) {
    pools.add(pool);
  }

  /**
   * Gives the test that begins a clone of its own, where that is wanted.
   *
   * @return whether it has one, which {@link #endTest} removes
   */
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
          "goldenrod.per-test is true, and another test of the same application context is under"
              + " way; run tests that share a context one after another, as with"
              + " @Execution(SAME_THREAD)");
    }
    if (pools.isEmpty()) {
      throw new IllegalStateException(
          "goldenrod.per-test is true, but no bean of the application context is a HikariCP pool,"
              + " which is what can be led to the clone of each test; use HikariCP, or leave"
              + " goldenrod.per-test out");
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
