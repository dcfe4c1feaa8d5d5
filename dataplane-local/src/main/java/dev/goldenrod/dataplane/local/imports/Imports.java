package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The half of a data plane that makes golden volumes. What {@link dev.goldenrod.port.DataPlane}
 * promises of its methods for imports and versions holds here. Thread-safe.
 */
public interface Imports extends AutoCloseable {
  /** Sets whom to tell the id of an import whose observation may have changed. */
  void onChange(Consumer<UUID> listener);

  /** The step of the import as it is now. Every observation carries all warnings so far. */
  ImportObservation observe(UUID id, ImportPhase step);

  /** Starts the step unless it is under way or done. */
  void ensure(ImportSpec spec, ImportPhase step);

  /** Stops the import and removes all it has but the volume that Snapshotting made. */
  void remove(UUID id);

  /** Removes the volume of the version; that of a registered directory's copy, if it is one. */
  void removeVersion(VersionRef version);

  /** Ids of imports that have staging files, volumes or processes. */
  Set<UUID> importIds();

  /** Handles of the golden volumes that imports made. */
  Set<String> handles();

  /** The versions of registered directories that were copied in, wholly or in part. */
  Set<VersionRef> copies();

  /**
   * The name of the frozen volume that clones of the version are made of. A directory registered as
   * {@code dir:/absolute/path} is copied in and prepared when it is asked for first, which takes
   * its time; calls for the same version meanwhile wait for that one.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume, or the directory
   *     cannot be used
   */
  String volumeOf(VersionRef version);

  /** Stops what is under way; it is done again when it is ensured after the next start. */
  @Override
  void close();
}
