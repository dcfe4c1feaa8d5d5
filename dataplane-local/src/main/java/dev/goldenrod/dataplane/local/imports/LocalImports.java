package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.process.EngineUsers;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports by dumping and restoring on this machine.
 *
 * <p>Each step runs on a thread of its own. What it found out is written to the import's folder
 * when it is done; a step that was interrupted by the end of the process is not known to be done,
 * and begins anew by removing what it had left behind.
 */
public final class LocalImports implements ImportSteps, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalImports.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;
  private final Map<ImportPhase, Step> steps;
  private final CleaningStep cleanup;
  private final Clock clock;
  private final Map<UUID, StepRun> runs = new ConcurrentHashMap<>();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("import"));
  private final Removals removals = new Removals(executor);
  private final LocalVersions versions;
  private volatile Consumer<UUID> listener = id -> {};

  /** Imports by those steps. */
  LocalImports(ImportContext context, Map<ImportPhase, Step> steps, Clock clock) {
    this.context = context;
    this.clock = clock;
    this.cleanup = new CleaningStep(context);
    this.versions = new LocalVersions(context, removals, id -> listener.accept(id));
    this.steps = Map.copyOf(steps);
  }

  static Map<ImportPhase, Step> steps(ImportContext context) {
    return Map.of(
        ImportPhase.PROBING, new ProbingStep(context),
        ImportPhase.PROVISIONING, new ProvisioningStep(context),
        ImportPhase.IMPORTING, new ImportingStep(context),
        ImportPhase.SNAPSHOTTING, new SnapshottingStep(context),
        ImportPhase.CLEANING, new CleaningStep(context));
  }

  /**
   * Imports into that root; those of a former process are found again.
   *
   * @param importRoots the folders below which data directories may be registered
   */
  public static LocalImports open(
      LocalRoot root,
      EngineUsers users,
      VolumeStore volumes,
      Installations installations,
      DatabaseServers servers,
      LocalSecrets secrets,
      List<Path> importRoots) {
    ImportContext context =
        new ImportContext(
            root, users, volumes, installations, servers, secrets, new ImportRoots(importRoots));
    finishAll(context);
    return new LocalImports(context, steps(context), Clock.systemUTC());
  }

  /** Those whose golden lacked its name alone when the machine went down. */
  private static void finishAll(ImportContext context) {
    context.volumes().list().stream()
        .flatMap(volume -> VolumeNames.importOf(volume).stream())
        .forEach(id -> tryToFinish(context, id));
  }

  private static void tryToFinish(ImportContext context, UUID id) {
    try {
      CleaningStep.finish(context, id);
    } catch (DataPlaneException e) {
      LOG.warn("import {} cannot be finished: {}", id, e.getMessage());
    }
  }

  /** Registers the change listener: it takes the id of an import. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public ImportObservation observe(UUID id, ImportPhase step) {
    stepOf(step);
    StepRun run = runs.get(id);
    if (run != null && run.step() == step) {
      return run.observation();
    }
    Staging staging = staging(id);
    return done(id, staging, step)
        .map(made -> ImportObservation.done(made.result(), warnings(id, staging)))
        .orElseGet(ImportObservation::absent);
  }

  @Override
  public synchronized void ensure(ImportSpec spec, ImportPhase step) {
    Step work = stepOf(step);
    StepRun before = runs.get(spec.id());
    if (before != null && before.isRunning() && before.step() == step) {
      return;
    }
    Staging staging = staging(spec.id());
    if (done(spec.id(), staging, step).isPresent()) {
      return;
    }
    StepRun run = new StepRun(spec.id(), step, clock, () -> listener.accept(spec.id()));
    run.begunAfter(warnings(spec.id(), staging));
    runs.put(spec.id(), run);
    Optional<String> obstacle = obstacle(spec.id(), staging, step);
    if (obstacle.isPresent()) {
      run.failed(obstacle.get());
    } else {
      begin(spec.id(), run, () -> work(work, spec, staging, run));
    }
  }

  @Override
  public boolean remove(UUID id) {
    boolean gone = !runs.containsKey(id) && !importIds().contains(id);
    return removals.isDone(id, gone, () -> removeNow(id), () -> listener.accept(id));
  }

  /** The volumes that databases can be made of. */
  public LocalVersions versions() {
    return versions;
  }

  private void removeNow(UUID id) {
    Staging staging = staging(id);
    Optional<StepRun> run = Optional.ofNullable(runs.get(id));
    run.ifPresent(StepRun::cancel);
    endProcesses(id, staging);
    if (run.isPresent() && !run.get().awaitEnd(STOP_PATIENCE)) {
      throw new DataPlaneException(
          "import %s is still at work %s after it was stopped; it is removed when that ends"
              .formatted(id, STOP_PATIENCE));
    }
    cleanup.clean(id, staging);
    run.ifPresent(ended -> runs.remove(id, ended));
  }

  /** Ids of imports that have staging files, volumes or processes. */
  public Set<UUID> importIds() {
    Set<UUID> ids = new HashSet<>();
    context.volumes().list().stream()
        .flatMap(volume -> VolumeNames.importOf(volume).stream())
        .forEach(ids::add);
    Path folder = context.root().imports();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> folders = Files.list(folder)) {
        folders
            .flatMap(path -> VolumeNames.id(path.getFileName().toString()).stream())
            .forEach(ids::add);
      } catch (IOException e) {
        throw new DataPlaneException("cannot list %s: %s".formatted(folder, e), e);
      }
    }
    return ids;
  }

  /** Stops what is under way; it is done again when it is ensured after the next start. */
  @Override
  public void close() {
    executor.shutdown();
    runs.forEach(
        (id, run) -> {
          if (run.isRunning()) {
            run.cancel();
            endProcesses(id, staging(id));
            run.awaitEnd(STOP_PATIENCE);
          }
        });
  }

  /** A run that could not be begun does not stand for one that is under way. */
  private void begin(UUID id, StepRun run, Runnable work) {
    boolean begun = false;
    try {
      executor.execute(work);
      begun = true;
    } finally {
      if (!begun) {
        runs.remove(id, run);
      }
    }
  }

  private void work(Step work, ImportSpec spec, Staging staging, StepRun run) {
    run.workedBy(Thread.currentThread());
    LOG.info("import {}: {}", spec.id(), run.step().wireName());
    try {
      ImportResult result = work.run(spec, staging, run);
      if (run.step() != ImportPhase.CLEANING) {
        staging.save(run.step(), new StepRecord(result, run.warnings()));
      }
      run.succeeded(result);
      forgetEnded(spec.id(), run);
    } catch (Exception e) {
      LOG.debug("import {} failed", spec.id(), e);
      run.failed(new StepFailure(context, staging).explain(e));
    } catch (Throwable e) {
      // Nobody else would ever end the run: it must not stay under way for good.
      LOG.error("import {} failed", spec.id(), e);
      run.failed(new StepFailure(context, staging).explain(e));
    }
  }

  /** How the last step ended is known from the volume, whenever it is asked for again. */
  private void forgetEnded(UUID id, StepRun run) {
    if (run.step() == ImportPhase.CLEANING) {
      runs.remove(id, run);
    }
  }

  private void endProcesses(UUID id, Staging staging) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    String staged = VolumeNames.staged(id);
    if (context.volumes().exists(staged) && !context.volumes().isDamaged(staged)) {
      Processes.killAll(context.volumes().path(staged), KILL_PATIENCE);
    }
  }

  private Optional<StepRecord> done(UUID id, Staging staging, ImportPhase step) {
    boolean frozen = context.volumes().exists(VolumeNames.golden(id));
    return switch (step) {
      case SNAPSHOTTING ->
          frozen ? Optional.of(SnapshottingStep.record(context.volumes(), id)) : Optional.empty();
      case CLEANING ->
          frozen && !staging.exists()
              ? Optional.of(SnapshottingStep.record(context.volumes(), id))
              : Optional.empty();
      default -> staging.done(step);
    };
  }

  private List<String> warnings(UUID id, Staging staging) {
    return !staging.exists() && context.volumes().exists(VolumeNames.golden(id))
        ? SnapshottingStep.record(context.volumes(), id).warnings()
        : new Warnings(staging).all();
  }

  /** What was done once and is not known any more fails the import, which would ask for ever. */
  private Optional<String> obstacle(UUID id, Staging staging, ImportPhase step) {
    if (step == ImportPhase.PROBING || step == ImportPhase.CLEANING) {
      return Optional.empty();
    }
    ImportPhase before = ImportPhase.values()[step.ordinal() - 1];
    return done(id, staging, before).isPresent()
        ? Optional.empty()
        : Optional.of(
            "import %s was asked for %s before %s was done, or its record in %s is gone or damaged; start the import again"
                .formatted(id, step.wireName(), before.wireName(), staging.folder()));
  }

  private Step stepOf(ImportPhase phase) {
    return Optional.ofNullable(steps.get(phase))
        .orElseThrow(() -> new IllegalArgumentException(phase + " is no step of a data plane"));
  }

  private Staging staging(UUID id) {
    return new Staging(context.root().imports(), id, context.runAs());
  }
}
