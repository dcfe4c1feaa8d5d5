package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerDataPlaneTest {
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control = ControlPlane.builder().store(store).build();
  private final AtomicBoolean online = new AtomicBoolean();
  private final AtomicInteger tries = new AtomicInteger();

  @AfterEach
  void close() {
    control.close();
    store.close();
  }

  @Test
  void one_that_cannot_be_reached_is_attached_as_soon_as_it_can() {
    try (ServerDataPlane dataPlane = attach()) {
      await().until(() -> tries.get() > 2);
      assertThat(dataPlane.get()).isEmpty();
      assertThat(control.clusters().list(control.admin())).isEmpty();
      assertThat(control.missingDataPlane()).contains("nobody answers");

      online.set(true);

      await().until(() -> dataPlane.get().isPresent());
      await().until(() -> !control.clusters().list(control.admin()).isEmpty());
      await().until(() -> control.missingDataPlane().isEmpty());
    }
  }

  @Test
  void one_that_is_refused_for_another_reason_ends_the_start() {
    assertThatThrownBy(
            () ->
                ServerDataPlane.attach(
                    control,
                    () -> {
                      throw new DataPlaneException("no such context");
                    }))
        .hasMessage("no such context");
  }

  @Test
  void one_that_was_closed_is_tried_no_more() {
    ServerDataPlane dataPlane = attach();
    dataPlane.close();
    online.set(true);

    assertThat(dataPlane.get()).isEmpty();
    assertThat(control.clusters().list(control.admin())).isEmpty();
  }

  @Test
  void its_companion_is_started_with_it_and_ended_before_it() {
    AtomicBoolean running = new AtomicBoolean();
    try (ServerDataPlane dataPlane = attach()) {
      dataPlane.runCompanion(
          plane -> {
            running.set(true);
            return () -> running.set(false);
          });
      assertThat(running).isFalse();

      online.set(true);
      await().untilTrue(running);

      dataPlane.stopCompanion();
      assertThat(running).isFalse();
    }
  }

  @Test
  void a_companion_that_is_refused_later_is_tried_again_beside_the_data_plane() {
    AtomicInteger starts = new AtomicInteger();
    try (ServerDataPlane dataPlane = attach()) {
      dataPlane.runCompanion(
          plane -> {
            if (starts.incrementAndGet() < 3) {
              throw new DataPlaneException("no definitions");
            }
            return () -> {};
          });

      online.set(true);

      await().until(() -> starts.get() == 3);
      assertThat(dataPlane.get()).isPresent();
      assertThat(control.clusters().list(control.admin())).hasSize(1);
    }
  }

  @Test
  void a_companion_that_is_refused_at_once_ends_the_start_unless_nobody_answers() {
    online.set(true);
    AtomicInteger starts = new AtomicInteger();
    try (ServerDataPlane dataPlane = attach()) {
      assertThatThrownBy(
              () ->
                  dataPlane.runCompanion(
                      plane -> {
                        throw new DataPlaneException("no definitions");
                      }))
          .hasMessage("no definitions");
      dataPlane.runCompanion(
          plane -> {
            if (starts.incrementAndGet() < 2) {
              throw new DataPlaneUnreachableException("nobody answers");
            }
            return () -> {};
          });

      await().until(() -> starts.get() == 2);
    }
  }

  private ServerDataPlane attach() {
    return ServerDataPlane.attach(
        control,
        () -> {
          tries.incrementAndGet();
          if (!online.get()) {
            throw new DataPlaneUnreachableException("nobody answers");
          }
          return new FakeDataPlane();
        },
        Duration.ofMillis(1));
  }
}
