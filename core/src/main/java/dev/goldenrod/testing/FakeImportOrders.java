package dev.goldenrod.testing;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportSteps;
import java.util.List;
import java.util.UUID;

/** What a test can order of the imports of a {@link FakeDataPlane}. Thread-safe. */
abstract class FakeImportOrders {
  final FakeRoles roles;
  private final FakeImports imports;

  FakeImportOrders(FakeRoles roles, FakeImports imports) {
    this.roles = roles;
    this.imports = imports;
  }

  /** From now on import steps stay under way until {@link #finishStep}. */
  public void holdImports() {
    roles.run(imports::hold);
  }

  /**
   * Finishes the held step of that import.
   *
   * @throws IllegalStateException when no step of it is under way
   */
  public void finishStep(UUID importId) {
    roles.mutate(() -> imports.finishStep(importId));
  }

  /** Finishes all held steps, and from now on every step at once. */
  public void releaseImports() {
    roles.mutate(imports::release);
  }

  /** The held step of that import reports so much progress. */
  public void reportProgress(UUID importId, Progress progress) {
    roles.mutate(() -> imports.report(importId, progress));
  }

  /** The held step of that import says that it gets no further, until it reports progress. */
  public void stallImport(UUID importId, String message) {
    roles.mutate(() -> imports.stall(importId, message));
  }

  /** The next import that begins the step fails there with that message. */
  public void failStep(ImportPhase step, String message) {
    roles.run(() -> imports.failNext(step, message));
  }

  /** The next import that begins the step warns of what could not be carried over. */
  public void warnAtStep(ImportPhase step, String sentence) {
    roles.run(() -> imports.warnNext(step, sentence));
  }

  /** The major version that every source runs from now on; 17 to begin with. */
  public void sourceMajor(int major) {
    roles.run(() -> imports.sourceMajor(major));
  }

  /** The steps that {@link ImportSteps#ensure} was called with for that import, in order. */
  public List<ImportPhase> ensuredSteps(UUID importId) {
    return roles.look(() -> imports.ensured(importId));
  }
}
