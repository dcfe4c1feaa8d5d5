package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.imports.step.ImportContext;
import dev.goldenrod.dataplane.k8s.imports.step.ImportRemains;
import dev.goldenrod.dataplane.k8s.imports.step.Steps;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import io.kubernetes.client.common.KubernetesObject;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Imports by dumping and restoring in a pod.
 *
 * <p>Each step runs on a thread of its own. What it found out is kept in the import's Secret when
 * it is done; a step that was interrupted by the end of the process is not known to be done, and
 * begins anew by removing what it had left behind.
 */
public final class KubernetesImports implements ImportSteps, AutoCloseable {
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private final ImportContext context;
  private final Steps steps;
  private final ImportRemains remains;
  private final ImportHolders holders;
  private final Map<UUID, StepRun> runs = new ConcurrentHashMap<>();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("import"));
  private volatile Consumer<UUID> listener = id -> {};

  /** Imports into that cluster; those of a former process are found again. */
  public KubernetesImports(ImportContext context) {
    this.context = context;
    this.steps = new Steps(context);
    this.remains = new ImportRemains(context);
    this.holders = new ImportHolders(context.states());
    context.cluster().secrets().cache().onChange(this::tell);
  }

  /** Registers the change listener: it takes the id of an import. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public ImportObservation observe(UUID id, ImportPhase step) {
    steps.of(step);
    StepRun run = runs.get(id);
    return run != null && run.step() == step && !run.isVoid() ? run.observation() : kept(id, step);
  }

  private ImportObservation kept(UUID id, ImportPhase step) {
    StepHistory history = StepHistory.read(context, id);
    return history
        .done(step)
        .map(made -> ImportObservation.done(made.result(), history.warnings()))
        .or(
            () ->
                history
                    .failure(step)
                    .map(
                        failure -> ImportObservation.failed(failure.message(), failure.warnings())))
        .or(() -> underWay(id, history))
        .orElseGet(ImportObservation::absent);
  }

  private Optional<ImportObservation> underWay(UUID id, StepHistory history) {
    return history
        .worker()
        .filter(sign -> holders.isOther(id, sign))
        .map(sign -> ImportObservation.running(null, history.warnings()));
  }

  @Override
  public synchronized void ensure(ImportSpec spec, ImportPhase step) {
    steps.of(step);
    StepRun before = runs.get(spec.id());
    if (before != null && before.step() == step && !before.hasFailed()) {
      return;
    }
    StepRun run = new StepRun(spec.id(), step, Clock.systemUTC(), () -> listener.accept(spec.id()));
    runs.put(spec.id(), run);
    StepWork work = new StepWork(context, steps.of(step), holders, spec, run);
    boolean begun = false;
    try {
      executor.execute(() -> work(work, spec.id(), run));
      begun = true;
    } finally {
      if (!begun) {
        runs.remove(spec.id(), run);
      }
    }
  }

  /** How the last step ended is known from the version, whenever it is asked for again. */
  private void work(StepWork work, UUID id, StepRun run) {
    work.run();
    if (run.step() == ImportPhase.CLEANING && !run.hasFailed()) {
      runs.remove(id, run);
    }
  }

  @Override
  public boolean remove(UUID id) {
    StepRun run = runs.get(id);
    if (run != null && run.isRunning()) {
      run.cancel();
      remains.remove(id);
      return false;
    }
    if (remains.isThere(id)) {
      remains.remove(id);
      return false;
    }
    if (run != null) {
      runs.remove(id, run);
    }
    return true;
  }

  /** Ids of imports that have objects in the cluster, or work under way. */
  public Set<UUID> importIds() {
    Set<UUID> ids = new TreeSet<>(remains.ids());
    runs.forEach(
        (id, run) -> {
          if (run.step() != ImportPhase.CLEANING) {
            ids.add(id);
          }
        });
    return ids;
  }

  /** Stops what is under way; it is done again when it is ensured after the next start. */
  @Override
  public void close() {
    executor.shutdown();
    runs.values().stream().filter(StepRun::isRunning).forEach(StepRun::cancel);
    runs.values().forEach(run -> run.awaitEnd(STOP_PATIENCE));
    holders.close();
  }

  private void tell(KubernetesObject changed) {
    if (changed.getMetadata().getDeletionTimestamp() != null) {
      Labels.id(changed, Labels.IMPORT).ifPresent(id -> listener.accept(id));
    }
  }
}
