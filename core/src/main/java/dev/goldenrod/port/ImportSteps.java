package dev.goldenrod.port;

import dev.goldenrod.imports.ImportPhase;
import java.util.UUID;

/**
 * The imports by which a data plane makes golden versions. What {@link DataPlane} says of {@code
 * ensure} and {@code remove} holds here.
 */
public interface ImportSteps {
  /**
   * The step of the import as it is now.
   *
   * @param step a phase for which {@link ImportPhase#isDataPlaneStep()} holds
   */
  ImportObservation observe(UUID id, ImportPhase step);

  /**
   * Starts the step unless it is under way or done. Steps come in the order of the phases, each
   * after the one before is done.
   */
  void ensure(ImportSpec spec, ImportPhase step);

  /**
   * Stops the import and removes its staging files and processes. The volume that Snapshotting made
   * stays, and observing that step goes on telling of it.
   *
   * @return whether nothing of it is left; until then, to be called again
   */
  boolean remove(UUID id);
}
