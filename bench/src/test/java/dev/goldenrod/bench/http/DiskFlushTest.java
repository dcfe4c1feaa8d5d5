package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFlushTest {
  @TempDir Path folder;

  @Test
  void each_flush_appends_one_block() {
    try (DiskFlush flush = DiskFlush.in(folder)) {
      assertThat(flush.milliseconds()).isPositive();
      assertThat(flush.milliseconds()).isPositive();
    }

    assertThat(folder.resolve("flushed")).hasSize(8192);
  }
}
