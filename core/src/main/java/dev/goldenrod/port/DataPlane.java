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
 * The data plane: it creates volumes and runs databases.
 *
 * <p>Every {@code ensure} and {@code remove} starts work and returns soon; the {@code observe}
 * methods report the progress. All of them are idempotent: called again for what exists, is in
 * progress or is already gone, they succeed. When the process is killed during any work, the same
 * call made again completes it. All methods are thread-safe, and throw {@link DataPlaneException}
 * when the data plane cannot be reached or refuses to answer.
 */
public interface DataPlane extends AutoCloseable {
  /**
   * Returns the data plane's identifier, stable across restarts and unique among all data planes.
   */
  String identity();

  /** Returns the location of the data, for people: {@code data directory /srv/goldenrod}. */
  String location();

  /**
   * Returns the mark of the store that the data plane belongs to; empty when it belonged to none.
   */
  Optional<StoreMark> claimedBy();

  /**
   * Replaces the mark atomically and durably.
   *
   * @param expected the present mark, as returned by {@link #claimedBy}
   * @return false, with nothing changed, when the present mark is not the expected one
   */
  boolean claim(Optional<StoreMark> expected, StoreMark next);

  /**
   * Returns why the data plane cannot be reached at present, for people; empty when it can be, as
   * far as is known. Returns at once. Meanwhile, calls that need an answer throw {@link
   * DataPlaneUnreachableException} without waiting.
   */
  default Optional<String> unreachable() {
    return Optional.empty();
  }

  /** Returns a line for admins on the storage and its problems; may be empty. Returns at once. */
  default String message() {
    return "";
  }

  /** Returns the host's part of a cluster's name, for people: as in {@code local-buildbox}. */
  String displayName();

  /** Returns the kind and release of the data plane; without a version, that of this process. */
  default DataPlaneRelease release() {
    return DataPlaneRelease.UNKNOWN;
  }

  /**
   * Registers the change listener: it receives the id of a database, snapshot or import whose
   * observation may have changed. It is called from any thread and must return quickly. Calls may
   * be lost across a restart.
   */
  void onChange(Consumer<UUID> listener);

  /**
   * Registers a listener for how long a running database was paused while it was copied. It is
   * called from any thread, after each copy; not by a data plane in another process.
   */
  default void onStandstill(Consumer<Duration> listener) {}

  /**
   * Returns the engine versions that the data plane can run now, and those it knows but cannot run,
   * with the reason. Each version is listed once, those of a type oldest first. Downloads nothing.
   */
  List<EngineVersion> engines();

  /**
   * Returns whether too little storage is left to begin anything new: less than 1 GiB, or 2 % of
   * the storage if that is less. Existing databases keep running.
   */
  boolean isStorageExhausted();

  /** Returns at once the volumes' storage; empty if unknown or not shared, as on Kubernetes. */
  default Optional<StorageUse> storage() {
    return Optional.empty();
  }

  /** Returns the databases that the data plane runs. */
  RunningDatabases databases();

  /** Returns the snapshots of databases. */
  DatabaseSnapshots snapshots();

  /** Returns the export and import of snapshots; {@link SnapshotArchives#NONE} if not supported. */
  default SnapshotArchives archives() {
    return SnapshotArchives.NONE;
  }

  /** Returns the schemas of running databases. */
  DatabaseSchemas schemas();

  /** Returns the import steps. */
  ImportSteps imports();

  /** Returns the tools for masking rules; empty if the data plane cannot mask imports. */
  default Optional<MaskingTools> masking() {
    return Optional.empty();
  }

  /** Returns the tools for sources; empty if the data plane has none. */
  default Optional<SourceTools> sources() {
    return Optional.empty();
  }

  /**
   * Returns where passwords of sources can be stored; empty unless the data plane is of the
   * server's own machine.
   */
  default Optional<SourceSecrets> secrets() {
    return Optional.empty();
  }

  /**
   * Returns the command that stores the secret of that name where imports read it, for people;
   * empty if there is none. Returns at once.
   */
  default String secretCommand(String secret) {
    return "";
  }

  /** Returns the volumes of golden versions. */
  VersionVolumes versions();

  /** Returns whether several servers of the same store may use the data plane at the same time. */
  default boolean isShared() {
    return false;
  }

  /**
   * Returns what the data plane knows of a database or snapshot; empty when it holds none with that
   * id, or only an incomplete one. The engine of the result is always set.
   */
  Optional<Orphan.Facts> factsOf(UUID id);

  /** Returns everything that the data plane holds now. */
  Inventory inventory();

  /** Stops all work and observation, and leaves the databases running. */
  @Override
  void close();
}
