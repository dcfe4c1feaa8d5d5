package dev.goldenrod.dataplane.k8s.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverErrorClassifierTest {
  private static final Optional<String> BROKEN = Optional.of("the disk is gone");

  private final AtomicLong now = new AtomicLong(1);
  private final DriverErrorClassifier errors = new DriverErrorClassifier(now::get);

  @Test
  void a_problem_lasts_after_a_minute() {
    assertThat(errors.lastingProblem(BROKEN)).isEmpty();
    pass(Duration.ofSeconds(59));
    assertThat(errors.lastingProblem(BROKEN)).isEmpty();
    pass(Duration.ofSeconds(2));
    assertThat(errors.lastingProblem(BROKEN)).isEqualTo(BROKEN);
  }

  @Test
  void one_that_went_away_is_no_lasting_one_when_it_comes_again() {
    errors.lastingProblem(BROKEN);
    pass(Duration.ofHours(1));
    assertThat(errors.lastingProblem(Optional.empty())).isEmpty();
    assertThat(errors.lastingProblem(BROKEN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rpc error: code = DeadlineExceeded desc = context deadline exceeded",
        "rpc error: code = Aborted desc = an operation with the given Volume ID already exists",
        "the object has been modified; please apply your changes to the latest version",
        "RequestLimitExceeded: Request limit exceeded"
      })
  void what_drivers_say_on_the_way_never_lasts(String problem) {
    errors.lastingProblem(Optional.of(problem));
    pass(Duration.ofHours(3));
    assertThat(errors.lastingProblem(Optional.of(problem))).isEmpty();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
