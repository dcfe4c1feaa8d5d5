package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that ask several data planes: a slow one must not delay the questions to the others. */
class DataPlanesAskedTogetherTest {
  private final CyclicBarrier asked = new CyclicBarrier(2);
  private volatile boolean isAwaited;

  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .clock(new MutableClock())
          .dataPlane(together(DataPlane.class, new FakeDataPlane("here")))
          .dataPlane(together(DataPlane.class, new FakeDataPlane("there")))
          .build();
  private final Actor admin = control.admin();

  @AfterEach
  void close() {
    control.close();
    store.close();
  }

  @Test
  void engines_are_asked_for_at_the_same_time() {
    isAwaited = true;

    assertThat(control.engines().list(admin))
        .allMatch(entry -> entry.version().isAvailable())
        .extracting(Engines.Entry::cluster)
        .contains("here", "there");
  }

  @Test
  void logins_of_a_list_are_asked_for_at_the_same_time() {
    create("one", "here");
    create("two", "there");
    Awaitility.await("both run")
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofMinutes(8))
        .until(() -> control.runDueOnce() == 0);
    isAwaited = true;

    assertThat(control.databases().logins(control.databases().list(admin))).hasSize(2);
  }

  private void create(String name, String cluster) {
    control
        .databases()
        .create(
            admin,
            new Databases.Create(
                name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, cluster));
  }

  /** Returns an object whose answers wait until both data planes were asked. */
  private <T> T together(Class<T> role, T real) {
    return role.cast(
        Proxy.newProxyInstance(
            role.getClassLoader(),
            new Class<?>[] {role},
            (proxy, method, arguments) -> answer(real, method, arguments)));
  }

  private @Nullable Object answer(Object real, Method method, Object @Nullable [] arguments)
      throws Exception {
    boolean isOfList = arguments != null && arguments[0] instanceof List;
    if (isAwaited && (isOfList || method.getName().equals("engines"))) {
      asked.await(30, TimeUnit.SECONDS);
    }
    Object answer = method.invoke(real, arguments);
    return answer instanceof RunningDatabases databases
        ? together(RunningDatabases.class, databases)
        : answer;
  }
}
