package dev.goldenrod.port;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.orphan.Orphan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * What really makes volumes and runs databases.
 *
 * <p>Every {@code ensure} and {@code remove} starts work and returns soon; how the work stands is
 * seen by observing. All of them are idempotent: asked again for what exists, is under way or is
 * gone already, they succeed. A process that was killed in the middle of any work leaves a state
 * from which the same call, made again, reaches the same end. All methods may be called by several
 * threads at once, and throw {@link DataPlaneException} when the data plane cannot be reached or
 * refuses to answer.
 */
public interface DataPlane extends AutoCloseable {
  /** The name this data plane keeps across restarts, unique among all data planes. */
  String identity();

  /** Where it keeps what it holds, for people: as in {@code data directory /srv/goldenrod}. */
  String location();

  /** The mark of the store that it belongs to; empty when it never was a store's. */
  Optional<StoreMark> claimedBy();

  /**
   * Keeps the mark in place of the one that it has, atomically and for good.
   *
   * @param expected what {@link #claimedBy} was
   * @return whether it did; false, and nothing changed, when it has another mark than expected
   */
  boolean claim(Optional<StoreMark> expected, StoreMark next);

  /**
   * Why nothing can be asked of it for now, for people; empty when it can be reached, as far as is
   * known. Returns at once. Calls that need an answer meanwhile throw {@link
   * DataPlaneUnreachableException} without waiting for one.
   */
  default Optional<String> unreachable() {
    return Optional.empty();
  }

  /**
   * What admins should know of it, in one line: how it keeps data, and what is wrong with that; may
   * be empty. Returns at once.
   */
  default String message() {
    return "";
  }

  /** The host's part of a cluster's name, for people: as in {@code local-buildbox}. */
  String displayName();

  /** What it is and which release runs it, as far as it tells; no version for this process's. */
  default DataPlaneRelease release() {
    return DataPlaneRelease.UNKNOWN;
  }

  /**
   * Registers the change listener: it takes the id of a database, snapshot or import whose
   * observation may have changed. The call may come from any thread, may be missed across a
   * restart, and must return quickly.
   */
  void onChange(Consumer<UUID> listener);

  /**
   * Registers who is told how long a running database stood still while it was copied: called from
   * any thread, after each of them. One that cannot tell, as one in another process, never does.
   */
  default void onStandstill(Consumer<Duration> listener) {}

  /**
   * The versions of engines that it can run now, and those it knows and cannot run, with the
   * reason; each version once, those of a type oldest first. Downloads nothing.
   */
  List<EngineVersion> engines();

  /**
   * Whether too little space is left on the volumes to begin anything new: less than 1 GiB, or 2 %
   * if that is less. What exists runs on.
   */
  boolean isStorageExhausted();

  /**
   * The storage of its volumes; empty when they have none in common, as on Kubernetes, or it cannot
   * be looked at. Returns at once.
   */
  default Optional<StorageUse> storage() {
    return Optional.empty();
  }

  /** The databases that it runs. */
  RunningDatabases databases();

  /** The snapshots of databases that it has. */
  DatabaseSnapshots snapshots();

  /** Snapshots that leave it and come in; {@link SnapshotArchives#NONE} where none can. */
  default SnapshotArchives archives() {
    return SnapshotArchives.NONE;
  }

  /** The schemas of the databases that it runs. */
  DatabaseSchemas schemas();

  /** The imports that it works on. */
  ImportSteps imports();

  /** The volumes of golden versions that it has. */
  VersionVolumes versions();

  /** Whether several servers of its store work in it at the same time. */
  default boolean isShared() {
    return false;
  }

  /**
   * What it knows of a database or snapshot that it holds; empty when it holds none of that id, or
   * nothing whole. The engine is known.
   */
  Optional<Orphan.Facts> factsOf(UUID id);

  /** All that is there now. */
  Inventory inventory();

  /** Stops observing and working, and leaves the databases running. */
  @Override
  void close();
}
