package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.StepRecord;
import dev.goldenrod.dataplane.k8s.imports.step.ImportContext;
import dev.goldenrod.dataplane.k8s.imports.step.InterruptedStepException;
import dev.goldenrod.dataplane.k8s.imports.step.Step;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a step from its beginning to its end, on a thread of its own. */
final class StepWork implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(StepWork.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final ImportContext context;
  private final Step step;
  private final ImportHolders holders;
  private final ImportSpec spec;
  private final StepRun run;

  StepWork(ImportContext context, Step step, ImportHolders holders, ImportSpec spec, StepRun run) {
    this.context = context;
    this.step = step;
    this.holders = holders;
    this.spec = spec;
    this.run = run;
  }

  @Override
  public void run() {
    run.workedBy(Thread.currentThread());
    try {
      run.succeeded(workThroughInterruptions());
    } catch (InterruptedException | RuntimeException e) {
      LOG.debug("import {} failed", spec.id(), e);
      fail(e);
    } catch (Throwable e) {
      // Nobody else would ever end the run: it must not stay under way for good.
      LOG.error("import {} failed", spec.id(), e);
      fail(e);
    }
  }

  /** A cluster that is away ends nothing: the step goes on when it is back. */
  private ImportResult workThroughInterruptions() throws InterruptedException {
    Interruptions interruptions = new Interruptions(run);
    while (true) {
      try {
        awaitTurn();
        interruptions.over();
        Optional<ImportResult> result = work();
        if (result.isPresent()) {
          return result.get();
        }
      } catch (ApiUnavailableException
          | DataPlaneUnreachableException
          | InterruptedStepException e) {
        interruptions.rest(e);
      }
    }
  }

  /** Waits while another process works on the import, and has not done the step. */
  private void awaitTurn() throws InterruptedException {
    while (true) {
      StepHistory history = StepHistory.read(context, spec.id());
      boolean isOthers =
          history.worker().filter(sign -> holders.isOther(spec.id(), sign)).isPresent();
      if (!isOthers || history.done(run.step()).isPresent()) {
        return;
      }
      if (run.isCancelled()) {
        throw new DataPlaneException("the work was stopped");
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  /** Empty when another process came first. */
  private Optional<ImportResult> work() {
    Optional<ImportResult> done = done(history());
    if (done.isPresent()) {
      return done;
    }
    boolean removesItself = run.step() == ImportPhase.CLEANING;
    Optional<ImportHolders.Shown> shown =
        holders.show(spec.id(), removesItself ? () -> {} : run::cancel);
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    try {
      // Another process may have done it until now.
      StepHistory history = history();
      return done(history).or(() -> Optional.of(workAsHolder(history)));
    } finally {
      shown.get().close();
    }
  }

  private StepHistory history() {
    StepHistory history = StepHistory.read(context, spec.id());
    run.begunAfter(history.warnings());
    return history;
  }

  private Optional<ImportResult> done(StepHistory history) {
    return history.done(run.step()).map(StepRecord::result);
  }

  private ImportResult workAsHolder(StepHistory history) {
    Optional<String> obstacle = history.obstacle(spec.id(), run.step());
    if (obstacle.isPresent()) {
      throw new DataPlaneException(obstacle.get());
    }
    LOG.info("import {}: {}", spec.id(), run.step().wireName());
    if (history.failure(run.step()).isPresent()) {
      context.states().forgetFailure(spec.id());
    }
    run.begun();
    ImportResult result = step.run(spec, run);
    if (run.step() != ImportPhase.CLEANING) {
      context.states().save(spec.id(), run.step(), new StepRecord(result, run.warnings()));
    }
    return result;
  }

  private void fail(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    try {
      message = StepFailure.explain(failure, context.states().find(spec.id()));
      if (!run.isCancelled()) {
        keep(message);
      }
    } catch (RuntimeException e) {
      LOG.debug("no more is known of the failure of import {}", spec.id(), e);
    } finally {
      run.failed(message);
    }
  }

  /** Other processes are to know, unless one of them has begun the step anew. */
  private void keep(String message) {
    boolean kept =
        context
            .states()
            .saveFailure(spec.id(), new SavedState.Failure(run.step(), message, run.allWarnings()));
    if (!kept) {
      run.overtaken();
    }
  }
}
