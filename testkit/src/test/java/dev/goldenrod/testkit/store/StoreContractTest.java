package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class StoreContractTest {
  @Test
  void a_store_that_does_nothing_fails_every_test() {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();

    LauncherFactory.create()
        .execute(request().selectors(selectClass(OfNothing.class)).build(), listener);

    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getTestsFoundCount()).isGreaterThan(100);
    assertThat(summary.getTestsFailedCount()).isEqualTo(summary.getTestsFoundCount());
  }

  static class OfNothing extends StoreContract {
    @Override
    protected Store open(Duration lockTimeout) {
      return new NoStore();
    }
  }

  private static final class NoStore implements Store {
    @Override
    public <T> T inTransaction(Function<Transaction, T> work) {
      return work.apply(nothing(Transaction.class));
    }

    @Override
    public void close() {}
  }

  /** Returns a proxy that finds, changes and counts nothing, as do nested repositories. */
  private static <T> T nothing(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Class<?> returned = method.getReturnType();
              return returned.isInterface()
                      && returned.getPackageName().equals("dev.goldenrod.port")
                  ? nothing(returned)
                  : NOTHING.get(returned);
            }));
  }

  private static final Map<Class<?>, Object> NOTHING =
      Map.of(
          Optional.class,
          Optional.empty(),
          List.class,
          List.of(),
          boolean.class,
          false,
          int.class,
          0);
}
