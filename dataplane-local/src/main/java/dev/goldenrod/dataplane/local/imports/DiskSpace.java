package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.preparation.LogFollower;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disk space for imports: checked before an import, and explained if it did not suffice. */
record DiskSpace(VolumeStore volumes) {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);
  private static final String DISK_FULL = "No space left on device";

  /** The required room for an uncompressed dump and its load, in sizes of the database. */
  private static final long PLAIN_DUMP = 10;

  private static final long ALL_BUT_FULL = 16_000_000;
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  /**
   * Checks that the source's data has room.
   *
   * @throws DataPlaneException if it has not
   */
  void require(String source, long needed) {
    long free = volumes.freeBytes();
    if (free < needed) {
      throw new DataPlaneException(
          "%s has %s of data, but only %s are free in %s; free up space, or choose a --data-dir on a larger disk"
              .formatted(source, format(needed), format(free), volumes.description()));
    }
  }

  /**
   * Returns whether the folder has room for an uncompressed dump. It can have several times the
   * bytes of the database, whose long values are compressed.
   */
  static boolean holdsPlainDump(Path folder, long databaseBytes) {
    try {
      return Files.getFileStore(folder).getUsableSpace() / PLAIN_DUMP >= databaseBytes;
    } catch (IOException e) {
      throw new DataPlaneException("cannot read the free space of %s: %s".formatted(folder, e), e);
    }
  }

  /** Returns a better message of a failure if the disk is full, which can show in many ways. */
  String explain(ImportRecords records, String message) {
    try {
      return isDiskFull(records, message) ? diskFull(records, message) : message;
    } catch (RuntimeException e) {
      LOG.debug("Cannot determine whether the disk is full, after '{}'", message, e);
      return message;
    }
  }

  private String diskFull(ImportRecords records, String message) {
    String size =
        records.knownSource().map(source -> format(source.sizeBytes())).orElse("unknown size");
    return "the disk is full: the source's database has %s, and %s are free in %s; free up space, or choose a --data-dir on a larger disk (%s)"
        .formatted(size, format(volumes.freeBytes()), volumes.description(), message);
  }

  private boolean isDiskFull(ImportRecords records, String message) {
    return message.contains(DISK_FULL)
        || volumes.freeBytes() < ALL_BUT_FULL
        || records.folder().exists()
            && logs(records.folder()).stream().anyMatch(DiskSpace::mentionsFullDisk);
  }

  private static List<Path> logs(WorkFolder folder) {
    try (Stream<Path> files = Files.list(folder.folder())) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean mentionsFullDisk(Path log) {
    try (LogFollower lines = new LogFollower(log)) {
      boolean[] found = {false};
      lines.forEachNew(line -> found[0] |= line.contains(DISK_FULL));
      return found[0];
    }
  }

  /** Returns the amount in a readable unit, such as {@code 8.6 GB}. */
  private static String format(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1000 && unit < UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
  }
}
