package dev.goldenrod.dataplane.archive;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Parts of snapshots' archives, some at a time: each takes memory, and a core, so clients wait, and
 * no thread of the server. Thread-safe.
 */
public final class SnapshotParts {
  private static final int AT_ONCE = 4;
  private static final int KEPT = 4;

  private final Look look;
  private final Semaphore reading = new Semaphore(AT_ONCE);
  private final Map<UUID, SnapshotTar> tars = new LinkedHashMap<>();

  /** Finds out what is in a snapshot. */
  @FunctionalInterface
  public interface Look {
    SnapshotTar at(UUID snapshot) throws IOException;
  }

  /**
   * Parts of snapshots that are looked at so.
   *
   * @param look is asked once for each of the last snapshots
   */
  public SnapshotParts(Look look) {
    this.look = look;
  }

  /**
   * The part of that number.
   *
   * @throws ArchiveRefusedException when there is none
   * @throws DataPlaneUnreachableException when too many are being read
   * @throws IOException when the snapshot cannot be read
   */
  public ArchivePart read(UUID snapshot, int part) throws IOException {
    if (!reading.tryAcquire()) {
      throw new DataPlaneUnreachableException(
          "it is busy, as too many snapshots are being exported at a time; try again later");
    }
    try {
      return tar(snapshot).part(part);
    } finally {
      reading.release();
    }
  }

  private SnapshotTar tar(UUID snapshot) throws IOException {
    SnapshotTar known = known(snapshot);
    SnapshotTar tar = known == null ? look.at(snapshot) : known;
    keep(snapshot, tar);
    return tar;
  }

  private synchronized @Nullable SnapshotTar known(UUID snapshot) {
    return tars.remove(snapshot);
  }

  private synchronized void keep(UUID snapshot, SnapshotTar tar) {
    tars.put(snapshot, tar);
    if (tars.size() > KEPT) {
      tars.remove(tars.keySet().iterator().next());
    }
  }
}
