package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The marks of volumes that were not flushed to disk. */
final class UnflushedMarks {
  private UnflushedMarks() {}

  /** Makes all marks in the folder of a store those of another boot of the machine. */
  static void becomeOfOtherBoot(Path volumes) throws IOException {
    try (Stream<Path> files = Files.find(volumes, 2, (file, attributes) -> isMark(file))) {
      for (Path mark : files.toList()) {
        Files.move(mark, mark.resolveSibling("unflushed-of-another-boot"));
      }
    }
  }

  private static boolean isMark(Path file) {
    return file.getFileName().toString().startsWith("unflushed-");
  }
}
