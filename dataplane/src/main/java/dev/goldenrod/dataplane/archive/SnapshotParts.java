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
 * Reads parts of archives of snapshots. Only a few are read at a time, as each takes memory and a
 * CPU core; further calls fail at once instead of blocking a server thread. Thread-safe.
 */
public final class SnapshotParts {
  private static final int MOST_CONCURRENT = 4;
  private static final int MOST_CACHED = 4;

  private final TarLoader loader;
  private final Semaphore reading = new Semaphore(MOST_CONCURRENT);
  private final Map<UUID, SnapshotTar> tars = new LinkedHashMap<>();

  /** Lists the content of a snapshot. */
  @FunctionalInterface
  public interface TarLoader {
    SnapshotTar load(UUID snapshot) throws IOException;
  }

  /** Creates a reader that caches the contents of the latest snapshots. */
  public SnapshotParts(TarLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns a part, numbered from 0.
   *
   * @throws ArchiveRefusedException if the part does not exist
   * @throws DataPlaneUnreachableException if too many parts are being read
   * @throws IOException if the snapshot cannot be read
   */
  public ArchivePart read(UUID snapshot, int part) throws IOException {
    if (!reading.tryAcquire()) {
      throw new DataPlaneUnreachableException(
          "too many snapshots are being exported at the same time; try again later");
    }
    try {
      return tar(snapshot).part(part);
    } finally {
      reading.release();
    }
  }

  private SnapshotTar tar(UUID snapshot) throws IOException {
    SnapshotTar known = removeCached(snapshot);
    SnapshotTar tar = known == null ? loader.load(snapshot) : known;
    cache(snapshot, tar);
    return tar;
  }

  private synchronized @Nullable SnapshotTar removeCached(UUID snapshot) {
    return tars.remove(snapshot);
  }

  private synchronized void cache(UUID snapshot, SnapshotTar tar) {
    tars.put(snapshot, tar);
    if (tars.size() > MOST_CACHED) {
      tars.remove(tars.keySet().iterator().next());
    }
  }
}
