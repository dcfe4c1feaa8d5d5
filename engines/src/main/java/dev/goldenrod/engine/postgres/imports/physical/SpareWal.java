package dev.goldenrod.engine.postgres.imports.physical;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The segments of WAL that a server keeps to write over: up to gigabytes of old changes. */
public final class SpareWal {
  /** Where pg_control has had these since version 11. */
  private static final int CHECKPOINT_AT = 32;

  private static final int TIMELINE_AT = 48;
  private static final int LONGEST_CHECKPOINT = 4096;
  private static final Pattern SEGMENT = Pattern.compile("[0-9A-F]{24}");
  private static final int TIMELINE_DIGITS = 8;

  private SpareWal() {}

  /**
   * Deletes them from the data directory of a server that was shut down cleanly, in which no other
   * process can change anything. What needs no copy needs no room either.
   */
  public static void delete(Path data) throws IOException {
    Path folder = data.resolve("pg_wal");
    List<Path> segments;
    try (Stream<Path> files = Files.list(folder)) {
      segments = files.filter(file -> SEGMENT.matcher(name(file)).matches()).toList();
    }
    if (segments.isEmpty() || Files.size(segments.get(0)) == 0) {
      return;
    }
    byte[] control = Files.readAllBytes(data.resolve("global").resolve("pg_control"));
    String last = last(ByteBuffer.wrap(control), Files.size(segments.get(0)));
    if (Files.exists(folder.resolve(last))) {
      for (Path segment : segments) {
        if (position(name(segment)).compareTo(position(last)) > 0) {
          Files.delete(segment);
        }
      }
    }
  }

  /** The name of the segment that holds the end of the checkpoint of the shutdown. */
  private static String last(ByteBuffer control, long segmentBytes) {
    control.order(ByteOrder.nativeOrder());
    long number = (control.getLong(CHECKPOINT_AT) + LONGEST_CHECKPOINT) / segmentBytes;
    long perFile = (1L << Integer.SIZE) / segmentBytes;
    return "%08X%08X%08X"
        .formatted(control.getInt(TIMELINE_AT), number / perFile, number % perFile);
  }

  private static String position(String segment) {
    return segment.substring(TIMELINE_DIGITS);
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
