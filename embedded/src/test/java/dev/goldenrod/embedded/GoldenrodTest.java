package dev.goldenrod.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.LocalDataPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenrodTest {
  @TempDir private Path temporary;

  @AfterEach
  void purge() {
    LocalDataPlane.purge(temporary.resolve("data"));
  }

  @Test
  void a_folder_has_one_program_at_a_time_and_keeps_its_state() {
    Path folder = temporary.resolve("data");
    try (Goldenrod first = Goldenrod.open(folder)) {
      first.control().tokens().create(first.control().admin(), "ci", 0);
      assertThatThrownBy(() -> Goldenrod.open(folder)).hasMessageContaining(folder.toString());
    }

    try (Goldenrod second = Goldenrod.open(folder)) {
      assertThat(second.control().tokens().list(second.control().admin()))
          .extracting(token -> token.name())
          .contains("ci");
    }
  }
}
