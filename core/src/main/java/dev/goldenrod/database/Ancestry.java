package dev.goldenrod.database;

import dev.goldenrod.golden.GoldenRef;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a database's data.
 *
 * @param parentId the database whose branch it is; null for none, or when the parent was deleted
 * @param sourceId the database that it was copied from; null for an empty database and for a copy
 *     of anything else
 * @param snapshotId the snapshot that it was made from; null for none
 * @param golden the golden version that it was made from; null for none
 */
public record Ancestry(
    @Nullable UUID parentId,
    @Nullable UUID sourceId,
    @Nullable UUID snapshotId,
    @Nullable GoldenRef golden) {
  /** The ancestry of a database that begins empty. */
  public static final Ancestry NONE = new Ancestry(null, null, null);

  /** Creates the ancestry of a database that was not made from a golden. */
  public Ancestry(@Nullable UUID parentId, @Nullable UUID sourceId, @Nullable UUID snapshotId) {
    this(parentId, sourceId, snapshotId, null);
  }

  /** Returns the ancestry of a branch of the given database. */
  public static Ancestry branchOf(UUID database) {
    return new Ancestry(database, database, null);
  }

  /** Returns the ancestry of a branch of the given database, made from one of its snapshots. */
  public static Ancestry branchOf(UUID database, UUID snapshot) {
    return new Ancestry(database, null, snapshot);
  }

  /** Returns the ancestry of a database that begins with the data of the golden version. */
  public static Ancestry copyOf(GoldenRef golden) {
    return new Ancestry(null, null, null, golden);
  }
}
