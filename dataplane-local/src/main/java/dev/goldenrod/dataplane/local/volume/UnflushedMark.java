package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that marks the entry of a volume that is not flushed to disk yet. A power failure may
 * damage such a volume. The file is created before the entry gets its name.
 */
final class UnflushedMark {
  private static final String NAME = "unflushed";

  private UnflushedMark() {}

  static void add(Path entry) throws IOException {
    if (!isOn(entry)) {
      Files.createFile(entry.resolve(NAME));
    }
  }

  static boolean isOn(Path entry) {
    return Files.exists(entry.resolve(NAME));
  }

  /** Durably removes the mark of an entry that has been flushed. */
  static void remove(Path entry) throws IOException {
    Files.deleteIfExists(entry.resolve(NAME));
    DurableFile.force(entry);
  }
}
