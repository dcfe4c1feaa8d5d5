package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.junit.DeferredWork.Deferred;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeferredWorkTest {
  private final AtomicInteger made = new AtomicInteger();
  private final Deferred<Integer> deferred = new Deferred<>(made::incrementAndGet, Runnable::run);

  @Test
  void it_is_made_once_however_often_it_is_begun() {
    assertThat(made).hasValue(0);

    assertThat(deferred.begin()).isCompletedWithValue(1);
    assertThat(deferred.begin()).isCompletedWithValue(1);
  }

  @Test
  void what_is_cancelled_is_never_made() {
    assertThat(deferred.cancel()).isEmpty();

    assertThat(deferred.begin()).isNotDone();
    assertThat(made).hasValue(0);
  }

  @Test
  void what_no_thread_takes_on_fails_rather_than_waits() {
    RejectedExecutionException busy = new RejectedExecutionException("busy");
    Deferred<Integer> refused =
        new Deferred<>(
            made::incrementAndGet,
            work -> {
              throw busy;
            });

    assertThat(refused.begin()).isCompletedExceptionally();
    assertThat(made).hasValue(0);
  }

  @Test
  void what_has_begun_can_no_longer_be_cancelled() {
    deferred.begin();

    assertThat(deferred.cancel().orElseThrow()).isCompletedWithValue(1);
  }
}
