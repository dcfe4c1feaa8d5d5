package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.ImportRuns;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.version.BackgroundRemovals;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.SourceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Imports by dump and restore on this machine, with the state of each import in a folder. */
public final class LocalImports implements ImportSteps, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalImports.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

  private final ImportContext context;
  private final LocalWorkspace workspace;
  private final ImportRuns runs;
  private final LocalSteps cleaning;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("import-removal"));
  private final BackgroundRemovals removals = new BackgroundRemovals(executor);
  private volatile Consumer<UUID> listener = id -> {};

  LocalImports(ImportContext context, Map<ImportPhase, Step> steps, Clock clock) {
    this.context = context;
    this.workspace = new LocalWorkspace(context);
    this.runs = new ImportRuns(workspace, steps, clock, id -> listener.accept(id));
    this.cleaning = new LocalSteps(context);
  }

  /** Opens the imports of the data directory, including those of an earlier process. */
  public static LocalImports open(
      PreparationContext preparation, Installations installations, LocalSecrets secrets) {
    ImportContext context = new ImportContext(preparation, installations, secrets);
    LocalSteps steps = new LocalSteps(context);
    finishAll(context, steps);
    return new LocalImports(context, steps.byPhase(), Clock.systemUTC());
  }

  /** Renames the complete volumes of interrupted imports to their golden's final name. */
  private static void finishAll(ImportContext context, LocalSteps steps) {
    context.volumes().list().stream()
        .flatMap(volume -> VolumeNames.importOf(volume).stream())
        .forEach(id -> tryToFinish(steps, id));
  }

  private static void tryToFinish(LocalSteps steps, UUID id) {
    try {
      steps.completeGolden(id);
    } catch (DataPlaneException e) {
      LOG.warn("Cannot complete import {}: {}", id, e.getMessage());
    }
  }

  /** Registers the listener for ids of changed imports. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public ImportObservation observe(UUID id, ImportPhase step) {
    return runs.observe(id, step);
  }

  @Override
  public void ensure(ImportSpec spec, ImportPhase step) {
    runs.ensure(spec, step);
  }

  @Override
  public boolean remove(UUID id) {
    boolean gone = runs.find(id).isEmpty() && !importIds().contains(id);
    return removals.ensureRemoved(id, gone, () -> removeNow(id), () -> listener.accept(id));
  }

  private void removeNow(UUID id) {
    Optional<StepRun> run = runs.find(id);
    run.ifPresent(StepRun::cancel);
    workspace.endPrograms(id);
    if (run.isPresent() && !run.get().awaitEnd(STOP_PATIENCE)) {
      throw new DataPlaneException(
          "import %s is still running %s after it was stopped; it is removed when it ends"
              .formatted(id, STOP_PATIENCE));
    }
    cleaning.clean(id);
    run.ifPresent(ended -> runs.remove(id, ended));
  }

  /** Returns the ids of imports that have a folder or a volume. */
  public Set<UUID> importIds() {
    Set<UUID> ids = new HashSet<>();
    context.volumes().list().stream()
        .flatMap(volume -> VolumeNames.importOf(volume).stream())
        .forEach(ids::add);
    Path folder = context.preparation().root().imports();
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

  /** Returns the tools for masking rules. */
  public MaskingTools masking() {
    return new LocalMasking(context);
  }

  /** Returns the tools for sources. */
  public SourceTools sources() {
    return cleaning::check;
  }

  /** Interrupts running steps; they run again when they are ensured after the next start. */
  @Override
  public void close() {
    executor.shutdown();
    runs.close();
  }
}
