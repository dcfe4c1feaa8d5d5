package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Refuses more databases and snapshots than a member, or all together, may have. The caller's
 * transaction has the organisation to itself. What is being deleted does not count, nor does a
 * database that can be restored; its snapshots, which are kept, do.
 *
 * @param now the caps that hold when something is asked for
 */
public record DatabaseCaps(Supplier<Caps> now) {
  /**
   * Passes while the member may have one more database, branches included.
   *
   * @throws ControlPlaneException with {@link ErrorCode#DATABASE_QUOTA_EXCEEDED}
   */
  public void requireRoomForDatabase(Transaction tx, UUID orgId, UUID ownerId) {
    int all = tx.databases().countPresent(orgId);
    int owned = tx.databases().countPresentOwnedBy(orgId, ownerId);
    Caps caps = now.get();
    String what = "databases, branches included";
    ErrorCode code = ErrorCode.DATABASE_QUOTA_EXCEEDED;
    requireBelow(caps.databasesPerOrg(), all, code, "the organisation", what);
    requireBelow(caps.databasesPerUser(), owned, code, "the member", what);
  }

  /**
   * Passes while the member may have one more snapshot of its databases.
   *
   * @throws ControlPlaneException with {@link ErrorCode#SNAPSHOT_QUOTA_EXCEEDED}
   */
  public void requireRoomForSnapshot(Transaction tx, UUID orgId, UUID ownerId) {
    int all = tx.databases().countSnapshots(orgId);
    int owned = tx.databases().countSnapshotsOwnedBy(orgId, ownerId);
    Caps caps = now.get();
    ErrorCode code = ErrorCode.SNAPSHOT_QUOTA_EXCEEDED;
    requireBelow(caps.snapshotsPerOrg(), all, code, "the organisation", "snapshots");
    requireBelow(caps.snapshotsPerUser(), owned, code, "the member", "snapshots");
  }

  /** Why the owner of the database may have no further snapshot; empty when there may be one. */
  public Optional<String> snapshotRefusal(Transaction tx, Database database) {
    try {
      requireRoomForSnapshot(tx, database.orgId(), database.ownerId());
      return Optional.empty();
    } catch (ControlPlaneException refused) {
      return Optional.of(refused.getMessage());
    }
  }

  private static void requireBelow(int cap, int present, ErrorCode code, String who, String what) {
    if (present >= cap) {
      throw ControlPlaneException.of(
          code, "%s has %d %s, and may have %d; delete one".formatted(who, present, what, cap));
    }
  }
}
