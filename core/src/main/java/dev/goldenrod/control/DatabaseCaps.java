package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Limits on databases and snapshots. The caller's transaction holds the organization's lock.
 * Resources that are being deleted and restorable databases do not count; retained snapshots do.
 *
 * @param currentCaps the limits in force at each check
 */
record DatabaseCaps(Supplier<Caps> currentCaps) {
  void requireRoomForDatabase(Transaction tx, UUID orgId, UUID ownerId) {
    int all = tx.databases().countPresent(orgId);
    int owned = tx.databases().countPresentOwnedBy(orgId, ownerId);
    Caps caps = currentCaps.get();
    String what = "databases (branches included)";
    ErrorCode code = ErrorCode.DATABASE_QUOTA_EXCEEDED;
    requireBelow(caps.databasesPerOrg(), all, code, "the organisation", what);
    requireBelow(caps.databasesPerUser(), owned, code, "the member", what);
  }

  void requireRoomForSnapshot(Transaction tx, UUID orgId, UUID ownerId) {
    int all = tx.databases().countSnapshots(orgId);
    int owned = tx.databases().countSnapshotsOwnedBy(orgId, ownerId);
    Caps caps = currentCaps.get();
    ErrorCode code = ErrorCode.SNAPSHOT_QUOTA_EXCEEDED;
    requireBelow(caps.snapshotsPerOrg(), all, code, "the organisation", "snapshots");
    requireBelow(caps.snapshotsPerUser(), owned, code, "the member", "snapshots");
  }

  Optional<String> snapshotRefusal(Transaction tx, Database database) {
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
          code,
          "%s has %d %s and may have at most %d; delete one".formatted(who, present, what, cap));
    }
  }
}
