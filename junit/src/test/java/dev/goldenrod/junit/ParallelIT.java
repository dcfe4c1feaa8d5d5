package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class ParallelIT {
  @RegisterExtension
  static final Goldenrod DB =
      Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
          .golden("parallel", from -> from.script("db/script.sql"));

  @RepeatedTest(8)
  void tests_at_the_same_time_do_not_meet(@Clone DataSource books) throws SQLException {
    Books.addPersuasionAgain(books);

    assertThat(Books.titles(books)).hasSize(2);
  }
}
