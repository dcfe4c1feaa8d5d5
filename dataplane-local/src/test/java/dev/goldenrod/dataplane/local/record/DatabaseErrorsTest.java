package dev.goldenrod.dataplane.local.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.WorkFailure;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors have advice for instances and databases, which a data plane cannot tell apart. */
class DatabaseErrorsTest {
  static Stream<WorkFailure> failures() {
    return Stream.of(DatabaseErrors.lost("clone-1"), DatabaseErrors.portTaken(20001, null));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_way_out_is_told_that_both_kinds_of_owners_have(WorkFailure failure) {
    assertThat(failure.getMessage()).contains("delete").doesNotContain("instance");
  }
}
