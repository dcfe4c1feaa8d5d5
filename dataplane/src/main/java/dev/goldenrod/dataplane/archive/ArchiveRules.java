package dev.goldenrod.dataplane.archive;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.SnapshotArchives;
import java.time.Duration;
import java.util.UUID;

/** Limits and checks for archives that all data planes share, with their error messages. */
public final class ArchiveRules {
  /** How many archives may be uploading at a time. */
  public static final int MOST_RECEIVED = 8;

  /** How many archives may be unpacked at a time. */
  public static final int MOST_UNPACKED = 2;

  /** An upload without new bytes for this long may be dropped in favor of another. */
  public static final Duration LONG_IDLE = Duration.ofHours(1);

  /** An upload without new bytes for this long is deleted. */
  public static final Duration LONGEST_IDLE = Duration.ofDays(1);

  private static final String TYPE = Engines.dataDirectoryImporter().type();

  private ArchiveRules() {}

  public static void requireExportable(String type) {
    if (!type.equals(TYPE)) {
      throw new ArchiveRefusedException(
          "the snapshot is from %s, but archives support only PostgreSQL; dump the database with its engine's tools"
              .formatted(type));
    }
  }

  public static void requireImportable(ArchiveFacts facts) {
    if (!facts.engine().equals(TYPE)) {
      throw new ArchiveRefusedException(
          "the archive is from %s, but goldens support only PostgreSQL".formatted(facts.engine()));
    }
  }

  /** Ensures that the unpacked files are of the release that the archive states. */
  public static void requireRelease(ArchiveFacts facts, String found) {
    if (!found.equals(facts.release())) {
      throw new ArchiveRefusedException(
          "the archive's data is from PostgreSQL %s, but the archive declares %s"
              .formatted(found, facts.release()));
    }
  }

  /** Ensures that the bytes are not too many for one append. */
  public static void requireAppendSize(byte[] bytes) {
    if (bytes.length > SnapshotArchives.MOST_BYTES) {
      throw new ArchiveRefusedException(
          "%d bytes are too many in one request; send at most %d"
              .formatted(bytes.length, SnapshotArchives.MOST_BYTES));
    }
  }

  /** Ensures that the caller's offset is the number of bytes received so far. */
  public static void requireOffset(UUID archive, long bytes, long offset) {
    if (bytes != offset) {
      throw new ArchiveRefusedException(
          "archive %s has %d bytes, not %d; continue at its end".formatted(archive, bytes, offset));
    }
  }

  public static ArchiveRefusedException gone(UUID snapshot) {
    return new ArchiveRefusedException("snapshot %s is gone".formatted(snapshot));
  }

  public static ArchiveRefusedException complete(UUID archive) {
    return new ArchiveRefusedException(
        "archive %s is complete; register it as a golden".formatted(archive));
  }

  public static ArchiveRefusedException missing(UUID archive) {
    return new ArchiveRefusedException(
        "no bytes of archive %s have been received; upload it first".formatted(archive));
  }

  public static ArchiveRefusedException tooMany() {
    return new ArchiveRefusedException(
        "%d archives are being uploaded already; wait until one is registered as a golden, or has received no bytes for an hour"
            .formatted(MOST_RECEIVED));
  }
}
