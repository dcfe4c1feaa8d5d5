package dev.goldenrod.database;

import dev.goldenrod.golden.GoldenRef;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a database's data comes from.
 *
 * @param parentId the database whose branch it is; null for none, or one that was deleted
 * @param sourceId the database that it was copied from; null for an empty one and for a copy of
 *     anything else
 * @param snapshotId the snapshot that it was made of; null for none
 * @param golden the golden version that it was made of; null for none
 */
public record Ancestry(
    @Nullable UUID parentId,
    @Nullable UUID sourceId,
    @Nullable UUID snapshotId,
    @Nullable GoldenRef golden) {
  /** Of a database that begins empty. */
  public static final Ancestry NONE = new Ancestry(null, null, null);

  /** Of what was made of no golden. */
  public Ancestry(@Nullable UUID parentId, @Nullable UUID sourceId, @Nullable UUID snapshotId) {
    this(parentId, sourceId, snapshotId, null);
  }

  /** Of a branch of that database. */
  public static Ancestry branchOf(UUID database) {
    return new Ancestry(database, database, null);
  }

  /** Of a branch of that database, made of one of its snapshots. */
  public static Ancestry branchOf(UUID database, UUID snapshot) {
    return new Ancestry(database, null, snapshot);
  }

  /** Of a database that begins with what the golden version holds. */
  public static Ancestry copyOf(GoldenRef golden) {
    return new Ancestry(null, null, null, golden);
  }
}
