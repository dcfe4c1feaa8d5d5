package dev.goldenrod.dataplane.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepHistory;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs the steps of imports, each on its own thread. The result of a step is saved when the step is
 * done; a step that was interrupted by the end of the process runs again when {@link #ensure} is
 * called after the next start. Thread-safe.
 */
public final class ImportRuns implements AutoCloseable {
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private final ImportWorkspace workspace;
  private final Map<ImportPhase, Step> steps;
  private final Clock clock;
  private final Consumer<UUID> changed;
  private final Map<UUID, StepRun> runs = new ConcurrentHashMap<>();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("import"));

  /**
   * Creates a runner for the given steps.
   *
   * @param clock measures how long a step has made no progress
   * @param changed receives an import's id when a step ends, and from time to time before that
   */
  public ImportRuns(
      ImportWorkspace workspace,
      Map<ImportPhase, Step> steps,
      Clock clock,
      Consumer<UUID> changed) {
    this.workspace = workspace;
    this.steps = Map.copyOf(steps);
    this.clock = clock;
    this.changed = changed;
  }

  /** Returns the state of a step, from its run in this process or else from the saved history. */
  public ImportObservation observe(UUID id, ImportPhase step) {
    stepOf(step);
    StepRun run = runs.get(id);
    return run != null && run.step() == step && !run.wasCancelled()
        ? run.observation()
        : savedObservation(id, step);
  }

  private ImportObservation savedObservation(UUID id, ImportPhase step) {
    StepHistory history = workspace.history(id);
    return history
        .done(step)
        .map(made -> ImportObservation.done(made.result(), history.warnings()))
        .or(
            () ->
                history
                    .failure(step)
                    .map(
                        failure -> ImportObservation.failed(failure.message(), failure.warnings())))
        .orElseGet(
            () ->
                history.isHeldByOtherProcess()
                    ? ImportObservation.running(null, history.warnings())
                    : ImportObservation.absent());
  }

  /** Starts the step unless it is running or done. */
  public synchronized void ensure(ImportSpec spec, ImportPhase step) {
    Step work = stepOf(step);
    StepRun before = runs.get(spec.id());
    if (before != null && before.step() == step && !before.hasFailed()) {
      return;
    }
    StepRun run = new StepRun(spec.id(), step, clock, () -> changed.accept(spec.id()));
    runs.put(spec.id(), run);
    boolean begun = false;
    try {
      executor.execute(() -> work(new StepWork(workspace, work, spec, run), spec.id(), run));
      begun = true;
    } finally {
      if (!begun) {
        runs.remove(spec.id(), run);
      }
    }
  }

  /** A cleanup step saves no result, so its run is only needed if it failed. */
  private void work(StepWork work, UUID id, StepRun run) {
    work.run();
    if (run.step() == ImportPhase.CLEANING && !run.hasFailed()) {
      runs.remove(id, run);
    }
  }

  /** Returns the current or last run of the import in this process. */
  public Optional<StepRun> find(UUID id) {
    return Optional.ofNullable(runs.get(id));
  }

  public void remove(UUID id, StepRun run) {
    runs.remove(id, run);
  }

  /** Returns the ids of imports with a run in this process other than a cleanup. */
  public Set<UUID> ids() {
    return runs.entrySet().stream()
        .filter(entry -> entry.getValue().step() != ImportPhase.CLEANING)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Cancels all running steps; {@link #ensure} runs them again after the next start. */
  @Override
  public void close() {
    executor.shutdown();
    runs.forEach(
        (id, run) -> {
          if (run.isRunning()) {
            run.cancel();
            workspace.endPrograms(id);
          }
        });
    runs.values().forEach(run -> run.awaitEnd(STOP_PATIENCE));
  }

  private Step stepOf(ImportPhase phase) {
    return Optional.ofNullable(steps.get(phase))
        .orElseThrow(() -> new IllegalArgumentException(phase + " is not a step of a data plane"));
  }
}
