package dev.goldenrod.dataplane.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepFailure;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepHistory;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.imports.Step.InterruptedStepException;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One execution of a step, on its own thread. */
final class StepWork implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StepWork.class);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final ImportWorkspace workspace;
  private final Step step;
  private final ImportSpec spec;
  private final StepRun run;

  StepWork(ImportWorkspace workspace, Step step, ImportSpec spec, StepRun run) {
    this.workspace = workspace;
    this.step = step;
    this.spec = spec;
    this.run = run;
  }

  @Override
  public void run() {
    run.setWorker(Thread.currentThread());
    try {
      run.succeeded(runWithRetries());
    } catch (InterruptedException | RuntimeException e) {
      LOG.debug("import {} failed", spec.id(), e);
      fail(e);
    } catch (Throwable e) {
      // Without this the run would stay in progress forever.
      LOG.error("import {} failed", spec.id(), e);
      fail(e);
    }
  }

  /** Retries the step after interruptions; an unavailable data plane never fails it. */
  private ImportResult runWithRetries() throws InterruptedException {
    InterruptionRetries retries = new InterruptionRetries(run);
    while (true) {
      try {
        awaitOtherProcess();
        retries.clearWaitReason();
        Optional<ImportResult> result = tryRun();
        if (result.isPresent()) {
          return result.get();
        }
      } catch (DataPlaneException e) {
        if (!(e instanceof InterruptedStepException) && !workspace.isOutage(e)) {
          throw e;
        }
        retries.awaitRetry(e);
      }
    }
  }

  /** Waits while another process works on the import and has not finished this step. */
  private void awaitOtherProcess() throws InterruptedException {
    while (true) {
      StepHistory history = workspace.history(spec.id());
      if (!history.isHeldByOtherProcess() || history.done(run.step()).isPresent()) {
        return;
      }
      if (run.isCancelled()) {
        throw new DataPlaneException("the work was stopped");
      }
      Thread.sleep(POLL_INTERVAL.toMillis());
    }
  }

  /** Returns empty if another process claimed the import first. */
  private Optional<ImportResult> tryRun() {
    Optional<ImportResult> done = done(history());
    if (done.isPresent()) {
      return done;
    }
    boolean removesItself = run.step() == ImportPhase.CLEANING;
    Optional<ImportWorkspace.ImportLock> lock =
        workspace.tryLock(spec.id(), removesItself ? () -> {} : run::cancel);
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    try {
      // Another process may have finished the step before this one got the claim.
      StepHistory history = history();
      return done(history).or(() -> Optional.of(runStep(history)));
    } finally {
      lock.get().close();
    }
  }

  private StepHistory history() {
    StepHistory history = workspace.history(spec.id());
    run.setEarlierWarnings(history.warnings());
    return history;
  }

  private Optional<ImportResult> done(StepHistory history) {
    return history.done(run.step()).map(StepRecord::result);
  }

  private ImportResult runStep(StepHistory history) {
    requireStepBefore(history);
    LOG.info("import {}: {}", spec.id(), run.step().wireName());
    if (history.failure(run.step()).isPresent()) {
      workspace.removeFailure(spec.id());
    }
    run.clearWarnings();
    ImportResult result = step.run(spec, run);
    if (run.step() != ImportPhase.CLEANING) {
      workspace.save(spec.id(), run.step(), new StepRecord(result, run.warnings()));
    }
    return result;
  }

  /**
   * Throws if the result of the previous step is missing, which fails the import: a retry would
   * never succeed.
   */
  private void requireStepBefore(StepHistory history) {
    ImportPhase step = run.step();
    if (step == ImportPhase.PROBING || step == ImportPhase.CLEANING) {
      return;
    }
    ImportPhase before = ImportPhase.values()[step.ordinal() - 1];
    if (history.done(before).isEmpty()) {
      throw new DataPlaneException(
          "import %s cannot run step %s: step %s has not finished, or %s is missing or damaged; start the import again"
              .formatted(spec.id(), step.wireName(), before.wireName(), history.location()));
    }
  }

  private void fail(Throwable failure) {
    String message = message(failure);
    try {
      message = workspace.explain(spec.id(), message);
      if (!run.isCancelled()) {
        save(message);
        workspace.removeData(spec.id());
      }
    } catch (RuntimeException e) {
      LOG.debug(
          "Cannot explain or save the failure of import {}, or remove its data", spec.id(), e);
    } finally {
      run.failed(message);
    }
  }

  /** The message of an {@link Error} is not clear without the class name. */
  private static String message(Throwable failure) {
    return failure instanceof Error
        ? failure.toString()
        : Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
  }

  private void save(String message) {
    if (!workspace.saveFailure(
        spec.id(), new StepFailure(run.step(), message, run.allWarnings()))) {
      run.markTakenOver();
    }
  }
}
