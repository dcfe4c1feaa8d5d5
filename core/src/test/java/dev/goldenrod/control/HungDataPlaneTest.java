package dev.goldenrod.control;

import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A data plane that never answers does not delay work in others. */
class HungDataPlaneTest {
  private static final int MANY = 60;
  private static final Duration SOON = Duration.ofSeconds(15);

  private final CountDownLatch end = new CountDownLatch(1);
  private final FakeDataPlane hung = new FakeDataPlane("hung");
  private final FakeDataPlane sound = new FakeDataPlane("sound");
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .settings(new Settings(MANY * 2, MANY * 2, MANY * 2, Duration.ofSeconds(2)))
          .dataPlane(silent(DataPlane.class, hung))
          .dataPlane(sound)
          .build()
          .start();
  private final Actor admin = control.admin();

  @AfterEach
  void close() {
    end.countDown();
    control.close();
  }

  @Test
  void databases_are_made_in_another_cluster_meanwhile() {
    for (int number = 0; number < MANY; number++) {
      create("waits-" + number, "hung");
    }
    for (int number = 0; number < MANY; number++) {
      create("made-" + number, "sound");
    }

    Awaitility.await("the sound data plane's databases run")
        .atMost(SOON)
        .until(
            () ->
                control.databases().list(admin).stream()
                    .filter(one -> one.name().startsWith("made-"))
                    .allMatch(one -> one.phase() == DatabasePhase.RUNNING));

    end.countDown();
    Awaitility.await("the others do, too")
        .atMost(SOON.multipliedBy(2))
        .until(
            () ->
                control.databases().list(admin).stream()
                    .allMatch(one -> one.phase() == DatabasePhase.RUNNING));
  }

  @Test
  void work_of_no_cluster_is_done_meanwhile() {
    for (int number = 0; number < MANY; number++) {
      create("waits-" + number, "hung");
    }
    UUID golden =
        control
            .goldens()
            .register(admin, Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "handle"))
            .goldenId();

    control.goldens().delete(admin, golden, true);

    Awaitility.await("the golden is gone")
        .atMost(SOON)
        .until(() -> store.inTransaction(tx -> tx.goldens().find(admin.orgId(), golden)).isEmpty());
  }

  private void create(String name, String cluster) {
    control
        .databases()
        .create(
            admin,
            new Databases.Create(
                name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, cluster));
  }

  /** Returns a data plane whose {@code observe} blocks until the test ends. */
  private <T> T silent(Class<T> role, T real) {
    return role.cast(
        Proxy.newProxyInstance(
            role.getClassLoader(),
            new Class<?>[] {role},
            (proxy, method, arguments) -> answer(real, method, arguments)));
  }

  private @Nullable Object answer(Object real, Method method, Object @Nullable [] arguments)
      throws Exception {
    if (method.getName().equals("observe")) {
      end.await(1, TimeUnit.MINUTES);
    }
    Object answer = method.invoke(real, arguments);
    return answer instanceof RunningDatabases databases
        ? silent(RunningDatabases.class, databases)
        : answer;
  }
}
