package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Database snapshots that golden versions refer to. A data plane copies such a snapshot when the
 * first clone of the version is created; until then the snapshot is needed.
 */
final class RegisteredSnapshots {
  private static final String HANDLE = GoldenVersion.SNAPSHOT_HANDLE;

  private RegisteredSnapshots() {}

  static void requireUsable(Transaction tx, Actor actor, Substrate substrate, String handle) {
    if (!handle.startsWith(HANDLE)) {
      return;
    }
    DatabaseAccess.SnapshotWithDatabase found =
        id(handle)
            .flatMap(id -> DatabaseAccess.find(tx, actor, id))
            .orElseThrow(() -> unusable(handle, "is not a snapshot of a database"));
    DatabaseSnapshot snapshot = found.snapshot();
    if (snapshot.phase() != Phase.READY) {
      throw unusable(handle, "is %s, not ready".formatted(snapshot.phase().wireName()));
    }
    if (!snapshot.message().isEmpty()) {
      throw unusable(handle, "cannot be used: " + snapshot.message());
    }
    DatabaseType type = found.database().template().type();
    if (type != DatabaseType.of(substrate)) {
      throw unusable(
          handle,
          "is from a %s database, but the golden's substrate is %s"
              .formatted(type.wireName(), substrate.wireName()));
    }
  }

  private static Optional<UUID> id(String handle) {
    try {
      String text = handle.substring(HANDLE.length());
      return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equals(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static ControlPlaneException unusable(String handle, String problem) {
    return ControlPlaneException.invalid("vsc_handle", "'" + handle + "' " + problem);
  }

  static void requireUnneededOf(Transaction tx, UUID orgId, UUID databaseId) {
    requireUnneeded(tx, orgId, tx.databases().snapshotsOf(orgId, databaseId));
  }

  /** Checks that no golden needs one of the snapshots, as it does until a data plane copied it. */
  static void requireUnneeded(Transaction tx, UUID orgId, List<DatabaseSnapshot> snapshots) {
    Set<String> handles =
        snapshots.stream().map(snapshot -> HANDLE + snapshot.id()).collect(Collectors.toSet());
    tx.goldens().versionsOf(orgId, handles).stream()
        .filter(RegisteredSnapshots::needsSnapshot)
        .flatMap(version -> tx.goldens().find(orgId, version.goldenId()).stream())
        .filter(golden -> !golden.isDeleting())
        .min(Comparator.comparing(Golden::createdAt))
        .ifPresent(
            golden -> {
              throw ControlPlaneException.of(
                  ErrorCode.SNAPSHOT_REFERENCED,
                  "snapshot is still referenced by golden '" + golden.name() + "'");
            });
  }

  /** A version in a cluster was copied there, and outlives its snapshot. */
  private static boolean needsSnapshot(GoldenVersion version) {
    return version.clusterId() == null;
  }
}
