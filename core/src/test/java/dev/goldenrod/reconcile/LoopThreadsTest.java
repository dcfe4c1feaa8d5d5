package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopThreadsTest {
  private static final long BOUND_SECONDS = 60;

  @Test
  void what_is_submitted_during_a_look_is_looked_at_once_more() throws Exception {
    UUID id = UUID.randomUUID();
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Semaphore looks = new Semaphore(0);
    AtomicInteger atOnce = new AtomicInteger();
    try (LoopThreads threads =
        new LoopThreads(
            looked -> {
              assertThat(atOnce.incrementAndGet()).isEqualTo(1);
              began.countDown();
              await(mayEnd);
              atOnce.decrementAndGet();
              looks.release();
            },
            () -> {})) {
      threads.start();
      threads.submit(id);
      await(began);
      threads.submit(id);
      threads.submit(id);
      mayEnd.countDown();
      assertThat(looks.tryAcquire(2, BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(looks.availablePermits()).isZero();
  }

  @Test
  void what_is_submitted_before_the_start_is_looked_at_after_it() throws Exception {
    Semaphore looks = new Semaphore(0);
    try (LoopThreads threads = new LoopThreads(id -> looks.release(), () -> {})) {
      threads.submit(UUID.randomUUID());
      threads.start();
      assertThat(looks.tryAcquire(1, BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void an_error_in_a_look_leaves_the_resource_to_be_looked_at_again() throws Exception {
    UUID id = UUID.randomUUID();
    Semaphore looks = new Semaphore(0);
    try (LoopThreads threads =
        new LoopThreads(
            looked -> {
              looks.release();
              throw new OutOfMemoryError("unable to create native thread");
            },
            () -> {})) {
      threads.start();
      for (int i = 0; i < 20; i++) {
        threads.submit(id);
        assertThat(looks.tryAcquire(1, BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void an_error_in_a_tick_is_followed_by_the_next_one() throws Exception {
    Semaphore ticks = new Semaphore(0);
    try (LoopThreads threads =
        new LoopThreads(
            id -> {},
            () -> {
              ticks.release();
              throw new StackOverflowError();
            })) {
      threads.start();
      assertThat(ticks.tryAcquire(3, BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }
}
