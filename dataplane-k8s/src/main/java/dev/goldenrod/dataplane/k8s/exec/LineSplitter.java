package dev.goldenrod.dataplane.k8s.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import okio.ByteString;

/** Makes lines of bytes that come in pieces. One of more than 1 MiB comes in pieces itself. */
final class LineSplitter {
  static final int LONGEST_LINE = 1 << 20;

  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final Consumer<String> line;

  LineSplitter(Consumer<String> line) {
    this.line = line;
  }

  /** Hands over the lines that the bytes end. */
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

  /** Hands over what the last line holds, when it was not ended. */
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
