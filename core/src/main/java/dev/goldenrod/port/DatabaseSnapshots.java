package dev.goldenrod.port;

import java.util.UUID;

/**
 * Snapshots of databases. {@code ensure} and {@code remove} behave as {@link DataPlane} describes.
 * A snapshot outlives its database, and databases made from it outlive the snapshot.
 */
public interface DatabaseSnapshots {
  /** Returns the present state of the snapshot. */
  SnapshotObservation observe(UUID id);

  /**
   * Takes the snapshot, unless it exists or is being taken. It contains every transaction that was
   * committed before the first call, none of them in part. A running database is paused for moments
   * and loses no connection.
   *
   * @param databaseId of a database that was READY at least once
   */
  void ensure(UUID id, UUID databaseId);

  /** Deletes the snapshot; it is gone once its observation is ABSENT. */
  void remove(UUID id);
}
