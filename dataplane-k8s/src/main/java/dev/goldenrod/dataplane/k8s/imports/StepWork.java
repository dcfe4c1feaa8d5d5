package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.StepRecord;
import dev.goldenrod.dataplane.k8s.imports.step.ImportContext;
import dev.goldenrod.dataplane.k8s.imports.step.Step;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
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
  private final Workers workers;
  private final ImportSpec spec;
  private final ImportRun run;

  StepWork(ImportContext context, Step step, Workers workers, ImportSpec spec, ImportRun run) {
    this.context = context;
    this.step = step;
    this.workers = workers;
    this.spec = spec;
    this.run = run;
  }

  @Override
  public void run() {
    run.workedBy(Thread.currentThread());
    try {
      StepHistory history = awaitTurn();
      run.begunAfter(history.warnings());
      Optional<StepRecord> done = history.done(run.step());
      if (done.isPresent()) {
        run.succeeded(done.get().result());
      } else {
        work(history);
      }
    } catch (InterruptedException | RuntimeException e) {
      LOG.debug("import {} failed", spec.id(), e);
      fail(e);
    } catch (Throwable e) {
      // Nobody else would ever end the run: it must not stay under way for good.
      LOG.error("import {} failed", spec.id(), e);
      fail(e);
    }
  }

  /** Waits while another process works on the import. */
  private StepHistory awaitTurn() throws InterruptedException {
    while (true) {
      StepHistory history = StepHistory.read(context, spec.id());
      boolean isOthers =
          history.worker().filter(sign -> workers.isOther(spec.id(), sign)).isPresent();
      if (!isOthers || history.done(run.step()).isPresent()) {
        return history;
      }
      if (run.isCancelled()) {
        throw new DataPlaneException("the work was stopped");
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  private void work(StepHistory history) {
    Optional<String> obstacle = history.obstacle(spec.id(), run.step());
    if (obstacle.isPresent()) {
      throw new DataPlaneException(obstacle.get());
    }
    LOG.info("import {}: {}", spec.id(), run.step().wireName());
    ImportResult result;
    boolean removesItself = run.step() == ImportPhase.CLEANING;
    Workers.Shown shown = workers.show(spec.id(), removesItself ? () -> {} : run::cancel);
    try {
      if (history.failure(run.step()).isPresent()) {
        context.states().forgetFailure(spec.id());
      }
      result = step.run(spec, run);
      if (!removesItself) {
        context.states().save(spec.id(), run.step(), new StepRecord(result, run.warnings()));
      }
    } finally {
      shown.close();
    }
    run.succeeded(result);
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

  /** Other processes are to know. */
  private void keep(String message) {
    context
        .states()
        .saveFailure(spec.id(), new SavedState.Failure(run.step(), message, run.allWarnings()));
  }
}
