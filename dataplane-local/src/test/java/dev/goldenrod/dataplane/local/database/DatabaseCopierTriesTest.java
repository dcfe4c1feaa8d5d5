package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.WorkFailure.Kind;
import dev.goldenrod.dataplane.local.database.DatabaseCopier.StandstillTries;
import dev.goldenrod.port.DataPlaneException;
import org.junit.jupiter.api.Test;

class DatabaseCopierTriesTest {
  private static final DataPlaneException MOVES = new DataPlaneException("process 7 moves");

  private final StandstillTries tries = new StandstillTries();

  @Test
  void a_copy_is_given_up_after_two_tries_and_not_tried_again() {
    WorkFailure first = tries.failed("copy", MOVES);
    assertThat(first.kind()).isEqualTo(Kind.BLOCKED);
    assertThat(first.message()).isEqualTo("process 7 moves; this will be retried once");
    assertThatCode(() -> tries.requireTry("copy")).doesNotThrowAnyException();

    assertThat(tries.failed("copy", MOVES).kind()).isEqualTo(Kind.FAILED);

    WorkFailure givenUp = catchThrowableOfType(WorkFailure.class, () -> tries.requireTry("copy"));
    assertThat(givenUp.kind()).isEqualTo(Kind.FAILED);
    assertThat(givenUp.message())
        .startsWith("gave up after 2 tries: process 7 moves; delete the copy");
  }

  @Test
  void of_very_many_copies_the_oldest_are_forgotten() {
    tries.failed("copy", MOVES);
    tries.failed("copy", MOVES);
    for (int other = 0; other < 1000; other++) {
      tries.failed("copy " + other, MOVES);
    }

    assertThatCode(() -> tries.requireTry("copy")).doesNotThrowAnyException();
  }

  @Test
  void another_copy_of_the_database_has_its_own_tries() {
    tries.failed("copy", MOVES);
    tries.failed("copy", MOVES);

    assertThatCode(() -> tries.requireTry("other")).doesNotThrowAnyException();
    assertThat(tries.failed("other", MOVES).kind()).isEqualTo(Kind.BLOCKED);
  }
}
