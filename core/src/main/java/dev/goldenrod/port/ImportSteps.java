package dev.goldenrod.port;

import dev.goldenrod.imports.ImportPhase;
import java.util.UUID;

/**
 * The import steps of a data plane. {@code ensure} and {@code remove} behave as {@link DataPlane}
 * describes.
 */
public interface ImportSteps {
  /**
   * Returns the present state of a step.
   *
   * @param step a phase for which {@link ImportPhase#isDataPlaneStep()} holds
   */
  ImportObservation observe(UUID id, ImportPhase step);

  /** Starts the step unless it is in progress or done. The previous step must be done. */
  void ensure(ImportSpec spec, ImportPhase step);

  /**
   * Stops the import and removes its staging files and processes. The volume made by Snapshotting
   * is kept, and that step can still be observed.
   *
   * @return whether all is removed; if not, the method has to be called again
   */
  boolean remove(UUID id);
}
