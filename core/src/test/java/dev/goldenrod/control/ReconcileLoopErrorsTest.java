package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class ReconcileLoopErrorsTest {
  private static final Set<String> BROKEN_ONCE = Set.of("inventory", "observe", "ensure", "remove");

  private final MutableClock clock = new MutableClock();
  private final FakeDataPlane fake = new FakeDataPlane();
  private final Set<String> broken = ConcurrentHashMap.newKeySet();

  /** Returns a data plane on which the first call of each method fails. */
  private DataPlane brittle() {
    return brittle(DataPlane.class, fake);
  }

  private <T> T brittle(Class<T> role, Object real) {
    return role.cast(
        Proxy.newProxyInstance(
            role.getClassLoader(),
            new Class<?>[] {role},
            (proxy, method, arguments) -> call(real, method, arguments)));
  }

  private Object call(Object real, Method method, Object[] arguments) throws Throwable {
    if (BROKEN_ONCE.contains(method.getName()) && broken.add(method.getName())) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    try {
      Object answer = method.invoke(real, arguments);
      return answer instanceof RunningDatabases ? brittle(RunningDatabases.class, answer) : answer;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  @Test
  void an_error_in_any_call_of_the_data_plane_leaves_nothing_stuck() {
    try (InMemoryStore store = new InMemoryStore();
        ControlPlane control =
            ControlPlane.builder().store(store).dataPlane(brittle()).clock(clock).build()) {
      Actor admin = control.admin();
      Goldens.RegisterVersion version =
          new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "handle", 0);
      control.goldens().register(admin, version);
      control.start();

      Instances.Launch launch =
          new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("365d"), 0);
      UUID id = control.instances().launch(admin, launch).id();
      later("ready", () -> control.instances().list(admin), all -> isReady(all.get(0)));
      control.instances().delete(admin, id);
      later("gone", () -> control.instances().list(admin), List::isEmpty);
    }
    assertThat(broken).contains("observe", "ensure", "remove");
  }

  private static boolean isReady(Instance instance) {
    return instance.phase() == InstancePhase.READY;
  }

  /** Waits while advancing the clock by leases, because a failed reconciliation keeps its lease. */
  private <T> void later(String what, Supplier<T> look, Predicate<T> condition) {
    await(what)
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> {
              clock.advance(WorkItem.LEASE);
              return look.get();
            },
            condition);
  }
}
