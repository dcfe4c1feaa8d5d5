package dev.goldenrod.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final CountDownLatch aborted = new CountDownLatch(1);
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Connection session =
      (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                calls.add(method.getName());
                if (method.getName().equals("abort")) {
                  aborted.countDown();
                }
                return null;
              });

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @Test
  void a_session_that_is_open_when_the_time_is_over_is_closed_by_force() throws Exception {
    try (Deadline deadline = new Deadline(Duration.ofMillis(200), timer)) {
      deadline.guard(session);

      aborted.await();

      assertThat(deadline.isOver()).isTrue();
      assertThatThrownBy(deadline::check).isInstanceOf(DataPlaneException.class);
      assertThatThrownBy(() -> deadline.guard(session)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void no_session_outlives_the_work() throws Exception {
    try (Deadline deadline = new Deadline(Duration.ofHours(1), timer)) {
      deadline.guard(session);
      deadline.check();
      assertThat(calls).containsExactly("setNetworkTimeout");
    }

    assertThat(calls).containsExactly("setNetworkTimeout", "abort");
  }
}
