package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
  private static final Duration NONE = Duration.ZERO;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name_it() {
    file = folder.resolve("lock");
  }

  @Test
  void whoever_waits_too_long_learns_for_which_file_and_process() throws IOException {
    String said = new LockedFile(file).during(() -> refusal(new LockedFile(file, NONE)));

    assertThat(said)
        .contains(
            "%s is still locked by process %d".formatted(file, ProcessHandle.current().pid()));
  }

  @Test
  void it_is_free_when_that_is_done_or_failed() throws IOException {
    assertThatThrownBy(
            () ->
                new LockedFile(file)
                    .during(
                        () -> {
                          throw new IOException("failed");
                        }))
        .hasMessage("failed");

    assertThat(new LockedFile(file, NONE).during(() -> "done")).isEqualTo("done");
    assertThat(new LockedFile(file, NONE).during(() -> "again")).isEqualTo("again");
  }

  private static String refusal(LockedFile locked) throws IOException {
    try {
      return locked.during(() -> "was free");
    } catch (GoldenrodException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
