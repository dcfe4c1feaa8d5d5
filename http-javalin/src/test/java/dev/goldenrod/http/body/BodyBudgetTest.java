package dev.goldenrod.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void whoever_finds_room_has_it_at_once_until_it_is_given_back() {
    BodyBudget budget = new BodyBudget(100, LONG);
    assertThat(budget.reserve(60)).isDone();
    assertThat(budget.reserve(40)).isDone();

    CompletableFuture<Void> third = budget.reserve(41);
    budget.release(40);
    assertThat(third).isNotDone();
    budget.release(60);
    assertThat(third).isCompleted();
  }

  @Test
  void those_who_wait_are_served_in_their_order() {
    BodyBudget budget = new BodyBudget(100, LONG);
    assertThat(budget.reserve(100)).isDone();
    CompletableFuture<Void> large = budget.reserve(90);
    CompletableFuture<Void> small = budget.reserve(20);

    budget.release(50);
    assertThat(small).isNotDone();
    budget.release(50);
    assertThat(large).isCompleted();
    assertThat(small).isNotDone();
    budget.release(90);
    assertThat(small).isCompleted();
  }

  @Test
  void whoever_waited_in_vain_takes_no_room() {
    BodyBudget budget = new BodyBudget(100, Duration.ofMillis(20));
    assertThat(budget.reserve(100)).isDone();
    CompletableFuture<Void> late = budget.reserve(100);
    Assertions.assertThatThrownBy(() -> late.get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(TimeoutException.class);

    budget.release(100);

    assertThat(budget.reserve(100)).isDone();
  }
}
