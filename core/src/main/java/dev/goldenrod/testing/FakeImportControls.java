package dev.goldenrod.testing;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportSteps;
import java.util.List;
import java.util.UUID;

/**
 * The operations with which a test controls the imports of a {@link FakeDataPlane}. Thread-safe.
 */
abstract class FakeImportControls {
  final FakeDataPlaneServices services;
  private final FakeImports imports;

  FakeImportControls(FakeDataPlaneServices services, FakeImports imports) {
    this.services = services;
    this.imports = imports;
  }

  /** Keeps import steps in progress until {@link #finishStep} or {@link #releaseImports}. */
  public void holdImports() {
    services.run(imports::hold);
  }

  /**
   * Finishes the held step of the import.
   *
   * @throws IllegalStateException when no step of it is in progress
   */
  public void finishStep(UUID importId) {
    services.mutate(() -> imports.finishStep(importId));
  }

  /** Finishes all held steps, and ends {@link #holdImports}. */
  public void releaseImports() {
    services.mutate(imports::release);
  }

  /** Makes the held step of the import report progress. */
  public void reportProgress(UUID importId, Progress progress) {
    services.mutate(() -> imports.report(importId, progress));
  }

  /** Makes the held step report that it makes no progress, until {@link #reportProgress}. */
  public void stallImport(UUID importId, String message) {
    services.mutate(() -> imports.stall(importId, message));
  }

  /** Makes the next import that begins the step fail there with the message. */
  public void failStep(ImportPhase step, String message) {
    services.run(() -> imports.failNext(step, message));
  }

  /** Makes the next import that begins the step add a warning. */
  public void warnAtStep(ImportPhase step, String sentence) {
    services.run(() -> imports.warnNext(step, sentence));
  }

  /** Sets the major version of every source; initially 17. */
  public void sourceMajor(int major) {
    services.run(() -> imports.sourceMajor(major));
  }

  /** Returns the steps passed to {@link ImportSteps#ensure} for the import, in order. */
  public List<ImportPhase> ensuredSteps(UUID importId) {
    return services.readState(() -> imports.ensured(importId));
  }
}
