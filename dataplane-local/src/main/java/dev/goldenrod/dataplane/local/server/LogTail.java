package dev.goldenrod.dataplane.local.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** The end of a log, limited to lines written after a point in time. */
record LogTail(Path log, long begin) {
  private static final int BYTES = 16_384;
  private static final int LINES = 6;

  static LogTail fromNow(Path log) {
    try {
      return new LogTail(log, Files.exists(log) ? Files.size(log) : 0);
    } catch (IOException e) {
      return new LogTail(log, 0);
    }
  }

  String lines() {
    return lines(line -> true);
  }

  /** Returns the last matching lines, or the last lines if none match. */
  String lines(Predicate<String> wanted) {
    try (FileChannel channel = FileChannel.open(log)) {
      long from = Math.max(begin, channel.size() - BYTES);
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, channel.size() - from));
      channel.read(buffer, from);
      List<String> all =
          new String(buffer.array(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      List<String> chosen = all.stream().filter(wanted).toList();
      List<String> lines = chosen.isEmpty() ? all : chosen;
      String text =
          String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
      return text.isEmpty() ? "(nothing was logged)" : text;
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
