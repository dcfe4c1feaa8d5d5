package dev.goldenrod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyedLocksTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 2_000;

  private final KeyedLocks<String> locks = new KeyedLocks<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private int guarded;

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void one_thread_at_a_time_holds_the_lock_of_a_key_and_none_is_left() throws Exception {
    List<Future<?>> done = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      done.add(threads.submit(this::count));
    }
    for (Future<?> one : done) {
      one.get(1, TimeUnit.MINUTES);
    }

    assertThat(guarded).isEqualTo(THREADS * ROUNDS);
    assertThat(locks.size()).isZero();
  }

  private void count() {
    for (int round = 0; round < ROUNDS; round++) {
      locks.lock("key");
      guarded++;
      locks.unlock("key");
    }
  }

  @Test
  void a_lock_that_is_held_elsewhere_is_not_had_and_others_are() throws Exception {
    locks.lock("key");
    assertThat(tryElsewhere("key")).isFalse();
    assertThat(tryElsewhere("other")).isTrue();
    assertThat(locks.size()).isEqualTo(1);

    locks.unlock("key");

    assertThat(tryElsewhere("key")).isTrue();
    assertThat(locks.size()).isZero();
  }

  private boolean tryElsewhere(String key) throws Exception {
    return threads.submit(() -> takeAndGiveBack(key)).get(1, TimeUnit.MINUTES);
  }

  private boolean takeAndGiveBack(String key) {
    boolean taken = locks.tryLock(key);
    if (taken) {
      locks.unlock(key);
    }
    return taken;
  }

  @Test
  void who_holds_no_lock_gives_none_back() {
    assertThatThrownBy(() -> locks.unlock("key")).isInstanceOf(IllegalMonitorStateException.class);
  }
}
