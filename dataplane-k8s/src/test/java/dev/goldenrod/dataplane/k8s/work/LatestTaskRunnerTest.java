package dev.goldenrod.dataplane.k8s.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LatestTaskRunnerTest {
  private final ExecutorService executor = Executors.newCachedThreadPool(new DaemonThreads("test"));
  private final AtomicInteger changes = new AtomicInteger();
  private final LatestTaskRunner work =
      new LatestTaskRunner("thing", executor, changes::incrementAndGet, Duration.ZERO);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void a_task_that_waits_ends_when_another_is_asked_for_which_is_then_done() {
    List<String> done = new CopyOnWriteArrayList<>();
    CountDownLatch waits = new CountDownLatch(1);
    work.begin(
        waiting -> {
          waits.countDown();
          waiting.forValue(Optional::empty, Optional::empty);
          done.add("first");
        });
    awaitOpen(waits);

    work.begin(waiting -> done.add("second"));

    awaitIdle();
    assertThat(done).containsExactly("second");
    assertThat(work.failure()).isEmpty();
  }

  @Test
  void tasks_of_one_thing_are_never_done_at_once() {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger last = new AtomicInteger();
    for (int i = 1; i <= 50; i++) {
      int number = i;
      work.begin(
          waiting -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            last.set(number);
            atOnce.decrementAndGet();
          });
    }

    awaitIdle();
    assertThat(most).hasValue(1);
    assertThat(last).hasValue(50);
  }

  @Test
  void a_listener_that_cannot_reach_the_cluster_fails_neither_task_nor_thread() {
    LatestTaskRunner reporting =
        new LatestTaskRunner(
            "thing",
            Runnable::run,
            () -> {
              throw new DataPlaneException("the API server is away");
            },
            Duration.ZERO);

    reporting.begin(waiting -> waiting.forValue(() -> Optional.of("done"), Optional::empty));

    assertThat(reporting.isBusy()).isFalse();
    assertThat(reporting.failure()).isEmpty();
  }

  @Test
  void what_a_task_fails_at_is_kept_until_the_next_begins() {
    work.begin(
        waiting -> {
          throw WorkFailure.failed("no such version");
        });
    awaitIdle();
    assertThat(work.failure()).get().matches(WorkFailure::isFinal);

    work.begin(
        waiting -> {
          throw new DataPlaneException("the server is away");
        });
    awaitIdle();
    assertThat(work.failure()).get().matches(failure -> !failure.isFinal());
    assertThat(work.failure().map(WorkFailure::message)).contains("the server is away");

    work.begin(waiting -> {});
    awaitIdle();
    assertThat(work.failure()).isEmpty();
  }

  @Test
  void what_a_task_fails_at_is_told_until_a_repetition_gets_further() {
    work.begin(LatestTaskRunnerTest::fail);
    awaitIdle();
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean there = new AtomicBoolean();

    work.beginAgain(
        waiting -> {
          waiting.forValue(() -> Optional.of("it").filter(it -> there.get()), Optional::empty);
          awaitOpen(goOn);
        });
    assertThat(work.failure().map(WorkFailure::message)).isEqualTo(told("no node"));

    there.set(true);
    work.wake();
    Awaitility.await().until(() -> work.isBusy() && work.failure().isEmpty());
    goOn.countDown();
    awaitIdle();
  }

  private static void fail(ClusterWait waiting) {
    throw WorkFailure.blocked("no node");
  }

  @Test
  void what_is_waited_for_is_told_while_it_is_and_not_any_more() {
    AtomicBoolean there = new AtomicBoolean();
    CountDownLatch goOn = new CountDownLatch(1);
    work.begin(
        waiting -> {
          waiting.forValue(
              () -> Optional.of("it").filter(it -> there.get()), () -> Optional.of("no node"));
          awaitOpen(goOn);
        });

    Awaitility.await()
        .until(() -> work.failure().map(WorkFailure::message).equals(told("no node")));
    there.set(true);
    work.wake();
    Awaitility.await().until(() -> work.isBusy() && work.failure().isEmpty());
    goOn.countDown();
    awaitIdle();
    assertThat(changes.get()).isGreaterThanOrEqualTo(3);
  }

  private static Optional<String> told(String message) {
    return Optional.of(message);
  }

  private void awaitIdle() {
    Awaitility.await().until(() -> !work.isBusy());
  }

  private static void awaitOpen(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
