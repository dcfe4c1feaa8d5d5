package dev.goldenrod.dataplane.k8s.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import okio.ByteString;

/** Splits bytes into lines. A line of more than 1 MiB is split into several. */
final class LineSplitter {
  static final int LONGEST_LINE = 1 << 20;

  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final Consumer<String> line;

  LineSplitter(Consumer<String> line) {
    this.line = line;
  }

  void accept(ByteString bytes) {
    for (int i = 0; i < bytes.size(); i++) {
      byte next = bytes.getByte(i);
      if (next == '\n') {
        flush();
      } else {
        begun.write(next);
        if (begun.size() == LONGEST_LINE) {
          flush();
        }
      }
    }
  }

  /** Passes on the last line if it has no line break. */
  void end() {
    if (begun.size() > 0) {
      flush();
    }
  }

  private void flush() {
    line.accept(begun.toString(StandardCharsets.UTF_8));
    begun.reset();
  }
}
