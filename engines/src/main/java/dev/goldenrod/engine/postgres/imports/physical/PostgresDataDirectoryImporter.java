package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Imports data directories of stopped PostgreSQL servers. */
public final class PostgresDataDirectoryImporter implements DataDirectoryImporter {
  /** Offsets in pg_control since version 11. */
  private static final int CHECKPOINT_AT = 32;

  private static final int TIMELINE_AT = 48;
  private static final int LONGEST_CHECKPOINT = 4096;
  private static final Pattern SEGMENT = Pattern.compile("[0-9A-F]{24}");
  private static final int TIMELINE_DIGITS = 8;

  @Override
  public String type() {
    return PostgresEngine.TYPE;
  }

  @Override
  public void requireWorthCopying(Path registered) {
    new PhysicalImportCheck(registered).requireWorthCopying();
  }

  @Override
  public String check(Path registered, Path copy) {
    int major = new PhysicalImportCheck(registered).requireUsable(copy);
    try {
      deleteRecycledSegments(copy);
    } catch (IOException e) {
      throw new DataPlaneException("cannot copy %s: %s".formatted(registered, e), e);
    }
    return Integer.toString(major);
  }

  @Override
  public String checkMoment(Path copy) {
    return Integer.toString(PhysicalImportCheck.ofArchive(copy).requireUsableMoment(copy));
  }

  @Override
  public DatabaseInfo prepare(DataDirectoryContext copy) {
    return new PhysicalImportPreparation(copy).run();
  }

  /**
   * Deletes the WAL segments after the last checkpoint, which a server retains for reuse: up to
   * gigabytes of old changes. The server was shut down cleanly, and no other process can change the
   * data directory.
   */
  private static void deleteRecycledSegments(Path data) throws IOException {
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

  /** Returns the name of the segment that holds the end of the shutdown checkpoint. */
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
