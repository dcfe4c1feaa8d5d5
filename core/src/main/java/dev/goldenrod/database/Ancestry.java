package dev.goldenrod.database;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a database's data comes from.
 *
 * @param parentId the database whose branch it is; null for none, or one that was deleted
 * @param sourceId the database that it was copied from; null for an empty one and for a copy of a
 *     snapshot
 * @param snapshotId the snapshot that it was made of; null for none
 */
public record Ancestry(
    @Nullable UUID parentId, @Nullable UUID sourceId, @Nullable UUID snapshotId) {
  /** Of a database that begins empty. */
  public static final Ancestry NONE = new Ancestry(null, null, null);

  /** Of a branch of that database. */
  public static Ancestry branchOf(UUID database) {
    return new Ancestry(database, database, null);
  }

  /** Of a branch of that database, made of one of its snapshots. */
  public static Ancestry branchOf(UUID database, UUID snapshot) {
    return new Ancestry(database, null, snapshot);
  }
}
