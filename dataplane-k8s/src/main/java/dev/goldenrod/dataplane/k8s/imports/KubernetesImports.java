package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportRuns;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.SourceTools;
import io.kubernetes.client.common.KubernetesObject;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/** Imports by dump and restore in pods. Results of the steps are saved in Secrets. */
public final class KubernetesImports implements ImportSteps, AutoCloseable {
  private final ImportObjects objects;
  private final SourceTools sources;
  private final KubernetesWorkspace workspace;
  private final ImportRuns runs;
  private volatile Consumer<UUID> listener = id -> {};

  public KubernetesImports(ImportContext context) {
    this.objects = new ImportObjects(context);
    this.sources = new ProbingStep(context)::check;
    this.workspace = new KubernetesWorkspace(context);
    this.runs =
        new ImportRuns(workspace, context.steps(), Clock.systemUTC(), id -> listener.accept(id));
    context.cluster().secrets().cache().onChange(this::tell);
  }

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
    Optional<StepRun> run = runs.find(id);
    if (run.filter(StepRun::isRunning).isPresent()) {
      run.get().cancel();
      objects.remove(id);
      return false;
    }
    if (objects.exist(id)) {
      objects.remove(id);
      return false;
    }
    run.ifPresent(ended -> runs.remove(id, ended));
    return true;
  }

  public Set<UUID> importIds() {
    Set<UUID> ids = new TreeSet<>(objects.ids());
    ids.addAll(runs.ids());
    return ids;
  }

  /** Returns the tools for sources. */
  public SourceTools sources() {
    return sources;
  }

  /** Stops running steps. They are repeated when they are next ensured. */
  @Override
  public void close() {
    runs.close();
    workspace.close();
  }

  private void tell(KubernetesObject changed) {
    if (Metadata.isBeingDeleted(changed)) {
      Labels.id(changed, Labels.IMPORT).ifPresent(id -> listener.accept(id));
    }
  }
}
