package dev.goldenrod.port;

import java.util.UUID;

/**
 * Snapshots of databases: what they held at one moment. What {@link DataPlane} says of {@code
 * ensure} and {@code remove} holds here. A snapshot outlives its database, and what is made of it
 * outlives the snapshot.
 */
public interface DatabaseSnapshots {
  /** The snapshot as it is now. */
  SnapshotObservation observe(UUID id);

  /**
   * Takes the snapshot, unless it is there or under way. It has every transaction that was
   * committed before the first call, none of them in part. A database that runs stands still
   * meanwhile for moments and loses no connection.
   *
   * @param databaseId of a database that was READY at least once
   */
  void ensure(UUID id, UUID databaseId);

  /** Removes the snapshot; it is gone once its observation is ABSENT. */
  void remove(UUID id);
}
