package dev.goldenrod.dataplane.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The saved state of imports, which survives the end of the process. Thread-safe. */
public interface ImportWorkspace {
  /** The saved results of an import's steps, whichever process ran them. */
  interface StepHistory {
    /**
     * Returns the saved result of the step; empty if the step is not done or the result is lost.
     */
    Optional<StepRecord> done(ImportPhase step);

    /** Returns the saved failure of the step, unless the step was started again. */
    default Optional<StepFailure> failure(ImportPhase step) {
      return Optional.empty();
    }

    /** Returns the warnings of the steps that are done, in the order of the steps. */
    List<String> warnings();

    default boolean isHeldByOtherProcess() {
      return false;
    }

    /** Returns where the results are saved, for error messages. */
    String location();
  }

  /** The saved result of a finished step, with its warnings. */
  record StepRecord(ImportResult result, List<String> warnings) {
    public StepRecord {
      Objects.requireNonNull(result);
      warnings = List.copyOf(warnings);
    }
  }

  /** The saved failure of a step, with the warnings of the earlier steps and of this one. */
  record StepFailure(ImportPhase step, String message, List<String> warnings) {}

  /** The results that the steps of one import have saved for later steps. */
  interface SavedSteps {
    /** Returns the result of the step; empty if that is incomplete or its record is lost. */
    Optional<StepRecord> done(ImportPhase step);

    /**
     * Returns the size of the loaded data.
     *
     * @throws DataPlaneException if it is unknown: an earlier release loaded the data, and did not
     *     analyze it and check its logins
     */
    default long loadedSize() {
      return done(ImportPhase.IMPORTING)
          .map(loaded -> loaded.result().sizeBytes())
          .filter(size -> size > 0)
          .orElseThrow(
              () ->
                  new DataPlaneException(
                      "an earlier release of Goldenrod loaded the data; start the import again"));
    }

    /** Returns the warnings of all completed steps in order. */
    default List<String> warnings() {
      return Arrays.stream(ImportPhase.values())
          .filter(ImportPhase::isDataPlaneStep)
          .flatMap(step -> done(step).stream())
          .flatMap(done -> done.warnings().stream())
          .toList();
    }
  }

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

  /**
   * Removes the data of an import that failed, before the failure is reported: a store on the same
   * full disk may need that space to save it.
   */
  default void removeData(UUID id) {}

  /** Ends the external programs that a cancelled import waits for. */
  default void endPrograms(UUID id) {}
}
