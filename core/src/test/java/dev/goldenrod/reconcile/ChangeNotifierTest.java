package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class ChangeNotifierTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final ChangeNotifier changes = new ChangeNotifier();
  private final CountDownLatch storeAnswers = new CountDownLatch(1);

  @AfterEach
  void close() {
    storeAnswers.countDown();
    changes.close();
  }

  /** Returns a read that answers in the calling thread and blocks in any other one. */
  private Supplier<String> hanging() {
    Thread caller = Thread.currentThread();
    return () -> {
      if (Thread.currentThread() != caller) {
        await(storeAnswers);
      }
      return "pending";
    };
  }

  @Test
  void the_time_is_up_also_while_a_slow_store_is_asked() throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      UUID id = UUID.randomUUID();
      answers.add(changes.await(id, hanging(), any -> false, Duration.ofMillis(1500)));
      changes.changed(id);
    }

    for (CompletableFuture<String> answer : answers) {
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("pending");
    }
  }

  @Test
  void a_change_is_seen_at_once() throws Exception {
    UUID id = UUID.randomUUID();
    AtomicInteger value = new AtomicInteger(1);
    CompletableFuture<Integer> answer = changes.await(id, value::get, seen -> seen == 2, LONG);
    assertThat(answer).isNotDone();

    value.set(2);
    changes.changed(id);

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(2);
  }

  @Test
  void an_error_of_a_reading_ends_its_own_wait_alone() throws Exception {
    UUID id = UUID.randomUUID();
    AtomicInteger readings = new AtomicInteger();
    CompletableFuture<String> broken =
        changes.await(
            id,
            () -> {
              if (readings.incrementAndGet() > 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return "pending";
            },
            any -> false,
            LONG);
    AtomicInteger value = new AtomicInteger(1);
    CompletableFuture<Integer> other = changes.await(id, value::get, seen -> seen == 2, LONG);

    changes.changed(id);
    assertThatThrownBy(() -> broken.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutOfMemoryError.class);
    value.set(2);
    changes.changed(id);

    assertThat(other.get(60, TimeUnit.SECONDS)).isEqualTo(2);
  }

  @Test
  void the_end_answers_who_still_waits_and_a_change_after_it_fails_nobody() {
    UUID id = UUID.randomUUID();
    CompletableFuture<String> answer = changes.await(id, hanging(), any -> false, LONG);
    changes.close();

    changes.changed(id);

    assertThat(answer).isCompletedWithValue("pending");
  }

  /** {@link ChangeNotifier#close} answers only registered waits. */
  @Test
  void a_wait_that_begins_while_another_one_ends_is_registered() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    List<CompletableFuture<String>> answers = new ArrayList<>();
    try {
      for (int round = 0; round < 4000; round++) {
        UUID id = new UUID(0, round);
        CompletableFuture<String> former = changes.await(id, () -> "pending", any -> false, LONG);
        AtomicBoolean isRunning = new AtomicBoolean();
        Future<?> end =
            other.submit(
                () -> {
                  isRunning.set(true);
                  spin(2500);
                  former.complete("ended");
                });
        while (!isRunning.get()) {
          Thread.yield();
        }
        spin(round % 200 * 25L);
        answers.add(changes.await(id, () -> "pending", any -> false, LONG));
        end.get(60, TimeUnit.SECONDS);
      }
    } finally {
      other.shutdown();
    }

    changes.close();

    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  /** A sleep is too coarse to vary the order of the steps of two threads. */
  private static void spin(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
