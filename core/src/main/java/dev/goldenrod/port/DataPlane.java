package dev.goldenrod.port;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
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

  /** The host's part of a cluster's name, for people: as in {@code local-buildbox}. */
  String displayName();

  /**
   * Registers the change listener: it takes the id of a clone or import whose observation may have
   * changed. The call may come from any thread, may be missed across a restart, and must return
   * quickly.
   */
  void onChange(Consumer<UUID> listener);

  /**
   * The versions of engines that it can run now, and those it knows and cannot run, with the
   * reason; each version once, those of a type oldest first. Downloads nothing.
   */
  List<EngineVersion> engines();

  /** The clone as it is now. */
  CloneObservation observeClone(UUID id);

  /**
   * Brings the clone to the spec's generation and keeps it running until it is removed. A failed or
   * blocked clone is tried again. Never deletes a clone's data because it failed to start.
   */
  void ensureClone(CloneSpec spec);

  /** Removes everything the clone has; it is gone once its observation is ABSENT. */
  void removeClone(UUID id);

  /** The clone's credentials; empty until its observation was READY for the first time. */
  Optional<Credentials> credentials(UUID id);

  /**
   * The step of the import as it is now.
   *
   * @param step a phase for which {@link ImportPhase#isDataPlaneStep()} holds
   */
  ImportObservation observeImport(UUID id, ImportPhase step);

  /**
   * Starts the step unless it is under way or done. Steps come in the order of the phases, each
   * after the one before is done.
   */
  void ensureImport(ImportSpec spec, ImportPhase step);

  /**
   * Stops the import and removes its staging files and processes before it returns. The volume that
   * Snapshotting made stays.
   */
  void removeImport(UUID id);

  /**
   * Removes the volume of a version before it returns. No clone of it is left, and none will be
   * asked for. A handle that this data plane did not make is left as it is; copies of it that the
   * data plane made go.
   */
  void removeVersion(VersionRef version);

  /** All that is there now. */
  Inventory inventory();

  /** Stops observing and working, and leaves the databases running. */
  @Override
  void close();
}
