package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.preparation.LogFollower;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Detects whether a step failed because the disk is full, and explains that. */
final class DiskFullDetector {
  private static final Logger LOG = LoggerFactory.getLogger(DiskFullDetector.class);
  private static final String DISK_FULL = "No space left on device";
  private static final long ALL_BUT_FULL = 16_000_000;

  private final ImportContext context;
  private final ImportRecords records;

  DiskFullDetector(ImportContext context, ImportRecords records) {
    this.context = context;
    this.records = records;
  }

  /** Returns a better message if the disk is full, which can show in many ways. */
  String explain(String message) {
    try {
      return isDiskFull(message) ? diskFull(message) : message;
    } catch (RuntimeException e) {
      LOG.debug("Cannot determine whether the disk is full, after '{}'", message, e);
      return message;
    }
  }

  private String diskFull(String message) {
    String size =
        records
            .knownSource()
            .map(source -> ByteSize.format(source.sizeBytes()))
            .orElse("unknown size");
    return "the disk is full: the source's database has %s, and %s are free in %s; free up space, or choose a --data-dir on a larger disk (%s)"
        .formatted(
            size,
            ByteSize.format(context.volumes().freeBytes()),
            context.volumes().description(),
            message);
  }

  private boolean isDiskFull(String message) {
    return message.contains(DISK_FULL)
        || context.volumes().freeBytes() < ALL_BUT_FULL
        || records.folder().exists()
            && logs().stream().anyMatch(DiskFullDetector::mentionsFullDisk);
  }

  private List<Path> logs() {
    try (Stream<Path> files = Files.list(records.folder().folder())) {
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
}
