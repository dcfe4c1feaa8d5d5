package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressPrinterTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

  @Test
  void a_line_of_the_log_starts_at_the_start_of_the_line() {
    ProgressPrinter progress = new ProgressPrinter(out, true);

    progress.step(
        "start the server",
        () -> {
          out.println("a warning");
          progress.progress("starting", "now");
          out.println("another warning");
        });

    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("start the server\ra warning\n")
        .containsPattern("starting now \\(\\d+ ms\\)\ranother warning\n");
  }
}
