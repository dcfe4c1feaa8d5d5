package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.UUID;

/**
 * What a data plane keeps of its imports while their steps run, and after its own end. Thread-safe.
 */
public interface ImportWorkspace {
  /** The right to work on an import, held by one process at a time. */
  interface Turn extends AutoCloseable {
    /** Lets other processes work on the import. */
    @Override
    void close();
  }

  /** What is known now. */
  StepHistory history(UUID id);

  /**
   * Has this process work on the import until the result is closed; empty when another one does.
   *
   * @param stop is called when the import was removed, or another process has taken it over
   */
  default Optional<Turn> take(UUID id, Runnable stop) {
    return Optional.of(() -> {});
  }

  /** Keeps that the step is done. */
  void save(UUID id, ImportPhase step, StepRecord done);

  /**
   * Keeps that the step failed, where other processes are to know; false, and without effect, when
   * one of them has begun the step anew.
   */
  default boolean saveFailure(UUID id, StepFailure failure) {
    return true;
  }

  /** Removes what was kept of a failure. */
  default void removeFailure(UUID id) {}

  /** Whether what the data plane is made of is away, so that the step is done again later. */
  default boolean isAway(DataPlaneException failure) {
    return false;
  }

  /** The message of a failure, with what else is known of its cause. */
  String explain(UUID id, String message);

  /** Ends the programs that the import's work waits for, once it is cancelled. */
  default void endPrograms(UUID id) {}
}
