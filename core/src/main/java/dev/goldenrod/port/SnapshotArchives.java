package dev.goldenrod.port;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import java.util.UUID;

/**
 * Exports snapshots as archives, and makes volumes of golden versions from such archives.
 *
 * <p>An archive consists of its parts, one after another, and a trailer that the writer of the
 * archive adds: a gzip member with the text {@code sha256}, a space, the SHA-256 in hexadecimal of
 * the inflated parts, and a line feed. Each part is a gzip member, so that the concatenated parts
 * are a compressed tar file. The same snapshot gives the same parts each time.
 *
 * <p>Received bytes survive a restart of the process; an archive that gets no more bytes for a day
 * is deleted at a start, or earlier. All methods throw {@link DataPlaneUnreachableException} when
 * the same call can be retried later, as while a volume is being mounted.
 */
public interface SnapshotArchives {
  /** The maximum number of bytes per {@link #append}. */
  int MOST_BYTES = 1 << 20;

  /**
   * Returns a part of the snapshot's archive.
   *
   * @param part from 0
   * @throws ArchiveRefusedException when there is no such snapshot or part, or snapshots of this
   *     kind cannot be exported
   */
  ArchivePart read(UUID snapshot, int part);

  /**
   * Appends bytes to an archive that is being imported.
   *
   * @param archive an id chosen by the caller
   * @param offset the number of bytes that the archive has so far
   * @param bytes at most {@link #MOST_BYTES}
   * @throws ArchiveRefusedException when the archive has another number of bytes, which are kept,
   *     when it is being or was unpacked, or when there is too little storage
   */
  void append(UUID archive, long offset, byte[] bytes);

  /** Returns the present state of an archive that is being imported. */
  ArchiveObservation observe(UUID archive);

  /**
   * Starts to make a volume from the archive, unless that is in progress or done. A failed attempt
   * can be retried; an archive that is incomplete or damaged is deleted.
   */
  void unpack(UUID archive);

  /** The archives of a data plane that supports none. */
  SnapshotArchives NONE =
      new SnapshotArchives() {
        @Override
        public ArchivePart read(UUID snapshot, int part) {
          throw new ArchiveRefusedException(
              "this cluster's data plane cannot export snapshots, unlike that of a server's own machine; dump the database with its engine's tools, for example pg_dump");
        }

        @Override
        public void append(UUID archive, long offset, byte[] bytes) {
          throw refusal();
        }

        @Override
        public ArchiveObservation observe(UUID archive) {
          throw refusal();
        }

        @Override
        public void unpack(UUID archive) {
          throw refusal();
        }

        private static ArchiveRefusedException refusal() {
          return new ArchiveRefusedException(
              "this cluster's data plane accepts no archives of snapshots, unlike that of a server's own machine; import the database as a source instead");
        }
      };
}
