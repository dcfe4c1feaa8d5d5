package dev.goldenrod.dataplane.local.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTrimmerTest {
  @TempDir Path folder;

  @Test
  void a_log_that_grows_too_large_begins_anew_and_its_end_is_kept() throws IOException {
    Path log = folder.resolve("log");
    try (OutputStream server =
        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      byte[] mebibyte = "a line of log\n".repeat(74_899).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 33; i++) {
        server.write(mebibyte);
      }
      server.write("the last line\n".getBytes(StandardCharsets.US_ASCII));

      LogTrimmer.trim(log);
      server.write("what comes next\n".getBytes(StandardCharsets.US_ASCII));
    }

    assertThat(log).hasContent("what comes next");
    assertThat(Files.size(LogTrimmer.previousLog(log))).isEqualTo(1 << 20);
    assertThat(Files.readString(LogTrimmer.previousLog(log))).endsWith("the last line\n");
  }

  @Test
  void a_log_that_is_small_or_missing_is_left_alone() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "one line\n");

    LogTrimmer.trim(log);
    LogTrimmer.trim(folder.resolve("none"));

    assertThat(log).hasContent("one line\n");
    assertThat(LogTrimmer.previousLog(log)).doesNotExist();
  }
}
