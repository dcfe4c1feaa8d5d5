package dev.goldenrod.dataplane.imports;

import dev.goldenrod.DaemonThreads;
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
 * Runs the steps of imports, each on a thread of its own. What a step found out is kept in the
 * workspace when it is done; one that was interrupted by the end of the process is not known to be
 * done, and is done again when it is ensured after the next start. Thread-safe.
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
   * Runs of those steps.
   *
   * @param clock tells how long a step has got no further
   * @param changed takes the id of an import whose step ended, and now and then on the way
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

  /** How the step stands, by what this process does and by what is kept. */
  public ImportObservation observe(UUID id, ImportPhase step) {
    stepOf(step);
    StepRun run = runs.get(id);
    return run != null && run.step() == step && !run.wasCancelled()
        ? run.observation()
        : kept(id, step);
  }

  private ImportObservation kept(UUID id, ImportPhase step) {
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
                history.isOthers()
                    ? ImportObservation.running(null, history.warnings())
                    : ImportObservation.absent());
  }

  /** Begins the step, unless it is under way or done. */
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

  /**
   * Cleaning keeps no record: it is done when the version is there without anything of the import.
   */
  private void work(StepWork work, UUID id, StepRun run) {
    work.run();
    if (run.step() == ImportPhase.CLEANING && !run.hasFailed()) {
      runs.remove(id, run);
    }
  }

  /** What this process does or did last for the import. */
  public Optional<StepRun> find(UUID id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** Removes a run that has ended. */
  public void remove(UUID id, StepRun run) {
    runs.remove(id, run);
  }

  /** Ids of imports of which this process does or did a step, but the last. */
  public Set<UUID> ids() {
    return runs.entrySet().stream()
        .filter(entry -> entry.getValue().step() != ImportPhase.CLEANING)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Stops what is under way; it is done again when it is ensured after the next start. */
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
        .orElseThrow(() -> new IllegalArgumentException(phase + " is no step of a data plane"));
  }
}
