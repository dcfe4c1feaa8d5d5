package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.UUID;

/** The saved state of imports, which survives the end of the process. Thread-safe. */
public interface ImportWorkspace {
  /** An exclusive claim on an import, held by one process at a time. */
  interface ImportLock extends AutoCloseable {
    @Override
    void close();
  }

  StepHistory history(UUID id);

  /**
   * Claims the import for this process; empty if another process holds it.
   *
   * @param stop is called if the import is removed or another process takes it over
   */
  default Optional<ImportLock> tryLock(UUID id, Runnable stop) {
    return Optional.of(() -> {});
  }

  /** Saves the result of a step that is done. */
  void save(UUID id, ImportPhase step, StepRecord done);

  /**
   * Saves the failure of a step where other processes need to know of it. Returns false, and saves
   * nothing, if another process has started the step again.
   */
  default boolean saveFailure(UUID id, StepFailure failure) {
    return true;
  }

  default void removeFailure(UUID id) {}

  /** Returns whether the failure is an outage of the platform: the step is then retried later. */
  default boolean isOutage(DataPlaneException failure) {
    return false;
  }

  /** Returns the message of a failure with what the data plane knows about its cause. */
  String explain(UUID id, String message);

  /** Ends the external programs that a cancelled import waits for. */
  default void endPrograms(UUID id) {}
}
