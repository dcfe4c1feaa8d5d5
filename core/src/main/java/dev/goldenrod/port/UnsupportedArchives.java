package dev.goldenrod.port;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import java.util.UUID;

/** Snapshot archives that are not supported: every method throws. */
final class UnsupportedArchives implements SnapshotArchives {
  @Override
  public ArchivePart read(UUID snapshot, int part) {
    throw new ArchiveRefusedException(
        "this cluster's data plane gives no snapshots out, as that of a server's own machine does; dump the database with its engine's tools, as pg_dump");
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
        "this cluster's data plane takes no archives of snapshots, as that of a server's own machine does; import the database as a source instead");
  }
}
