package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import okio.ByteString;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private final List<String> lines = new ArrayList<>();
  private final LineSplitter splitter = new LineSplitter(lines::add);

  @Test
  void lines_come_whole_however_their_bytes_are_cut() {
    for (byte each : "größe\n\nzwei".getBytes(StandardCharsets.UTF_8)) {
      splitter.accept(ByteString.of(each));
    }
    assertThat(lines).containsExactly("größe", "");

    splitter.end();

    assertThat(lines).containsExactly("größe", "", "zwei");
  }

  @Test
  void a_line_without_end_takes_bounded_memory() {
    splitter.accept(ByteString.encodeUtf8("x".repeat(LineSplitter.LONGEST_LINE + 1)));
    splitter.end();

    assertThat(lines).hasSize(2).last().isEqualTo("x");
  }
}
