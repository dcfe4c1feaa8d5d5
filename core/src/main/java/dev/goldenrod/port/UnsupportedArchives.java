package dev.goldenrod.port;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import java.util.UUID;

/** Snapshot archives that are not supported: every method throws. */
final class UnsupportedArchives implements SnapshotArchives {
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
}
