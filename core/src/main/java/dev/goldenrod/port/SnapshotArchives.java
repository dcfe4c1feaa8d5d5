package dev.goldenrod.port;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import java.util.UUID;

/**
 * Snapshots as bytes that can leave the data plane, and such bytes as volumes of golden versions.
 *
 * <p>An archive is its parts, one after another, and a last one that whoever wrote them adds: a
 * gzip member that holds the text {@code sha256}, a space, the SHA-256 in hexadecimal of what the
 * parts inflate to, and a line feed. Each part is a gzip member, so that a file of them is a
 * compressed tar file. The same snapshot gives the same parts each time.
 *
 * <p>What is received survives the process; what nobody adds to for a day is deleted at a start, or
 * before. All methods throw {@link DataPlaneUnreachableException} when the same call can be made
 * again in a while, as when a volume is being mounted.
 */
public interface SnapshotArchives {
  /** The most bytes that are appended at a time. */
  int MOST_BYTES = 1 << 20;

  /** Those of a data plane that has none. */
  SnapshotArchives NONE = new NoArchives();

  /**
   * A part of the snapshot's archive.
   *
   * @param part from 0
   * @throws ArchiveRefusedException when there is no such snapshot or part, or no archive of its
   *     kind
   */
  ArchivePart read(UUID snapshot, int part);

  /**
   * Appends bytes of an archive that is brought in.
   *
   * @param archive an id of the caller's choice
   * @param offset how many bytes it has so far
   * @param bytes {@link #MOST_BYTES} at most
   * @throws ArchiveRefusedException when it has more or fewer bytes, which then stay as they are,
   *     when it is being unpacked or was, or when there is no room
   */
  void append(UUID archive, long offset, byte[] bytes);

  /** The archive that is brought in, as it is now. */
  ArchiveObservation observe(UUID archive);

  /**
   * Begins to make a volume of the archive, unless that is under way or done. One that fails can be
   * tried again; one that is no whole archive is deleted.
   */
  void unpack(UUID archive);
}
