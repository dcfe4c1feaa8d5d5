package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Marks the entries of volumes that are not flushed to disk yet by a file with the id of the
 * machine's boot in its name. After another boot a power failure may have damaged such a volume.
 *
 * <p>The mark survives whenever the entry's final name does: it is created before, and file systems
 * with a journal keep the order of such changes.
 *
 * @param boot empty if the system does not tell; then no entry can be marked
 */
record UnflushedMark(String boot) {
  private static final String PREFIX = "unflushed-";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  static UnflushedMark ofThisBoot() {
    try {
      return new UnflushedMark(Files.readString(BOOT_ID).strip());
    } catch (IOException e) {
      return new UnflushedMark("");
    }
  }

  /** Returns false if the entry cannot be marked, and must be flushed before it is used. */
  boolean add(Path entry) throws IOException {
    if (boot.isEmpty()) {
      return false;
    }
    if (!isOn(entry)) {
      Files.createFile(file(entry));
    }
    return true;
  }

  /** Removes the mark of an entry that has been flushed, durably. */
  void remove(Path entry) throws IOException {
    if (Files.deleteIfExists(file(entry))) {
      DurableFile.force(entry);
    }
  }

  boolean isOn(Path entry) {
    return Files.exists(file(entry));
  }

  /** Returns whether the entry was not flushed before the machine stopped. */
  boolean isOfOtherBoot(Path entry) throws IOException {
    return marks(entry).stream().anyMatch(mark -> !mark.equals(PREFIX + boot));
  }

  private static List<String> marks(Path entry) throws IOException {
    try (Stream<Path> files = Files.list(entry)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(PREFIX))
          .toList();
    }
  }

  private Path file(Path entry) {
    return entry.resolve(PREFIX + boot);
  }
}
