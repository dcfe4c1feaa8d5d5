package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void write_what_was_logged_before() throws IOException {
    log = Files.writeString(folder.resolve("log"), "error: of a former start\n");
  }

  @Test
  void the_line_that_tells_why_is_found_before_many_that_do_not() throws IOException {
    LogTail tail = LogTail.fromNow(log);
    append("error: address already in use\n" + "shutting down\n".repeat(40));

    assertThat(tail.lines(line -> line.startsWith("error")))
        .isEqualTo("error: address already in use");
  }

  @Test
  void the_last_lines_are_shown_when_none_tells_why() throws IOException {
    LogTail tail = LogTail.fromNow(log);
    append("one\n\ntwo\n");

    for (String lines : List.of(tail.lines(), tail.lines(line -> line.startsWith("error")))) {
      assertThat(lines).isEqualTo("one\ntwo");
    }
  }

  @Test
  void nothing_since_then_is_told_as_such() {
    assertThat(LogTail.fromNow(log).lines()).isEqualTo("(nothing was logged)");
  }

  private void append(String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.APPEND);
  }
}
