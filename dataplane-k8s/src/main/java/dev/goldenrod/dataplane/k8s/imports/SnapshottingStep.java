package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Takes the snapshot of the loaded data that clones are made from. */
final class SnapshottingStep implements Step {
  private final ImportContext context;

  SnapshottingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    ImportState state = context.states().require(spec.id());
    ImportPods pods = new ImportPods(context, spec.id(), run);
    Optional<StepRecord> analysed = state.analysed();
    analysed.ifPresent(before -> before.warnings().forEach(run::warn));
    long size =
        analysed
            .map(before -> before.result().sizeBytes())
            .orElseGet(() -> complete(spec.id(), state, pods, run));
    pods.loading().end();
    VolumeSnapshot snapshot = new VolumeSnapshot(spec.id(), run);
    String handle = snapshot.take(state.secret());
    ImportResult result = new ImportResult(state.source().release(), handle, size);
    context.versions().save(version(spec.id(), state, result, run.warnings()));
    snapshot.remove();
    return result;
  }

  /** A lost pod is replaced: the data is on the volume. */
  private long complete(UUID id, ImportState state, ImportPods pods, StepRun run) {
    pods.startLoading(state);
    ProbedSource source = state.source();
    PodWork work = new PodWork(context, id, pods.loading(), "analyse", source.release(), run);
    long size =
        pods.loading()
            .duringSessions(
                () -> {
                  markComplete(work);
                  return state.loadedSize();
                });
    ImportResult analysed = new ImportResult(source.release(), "", size);
    context.states().saveAnalysed(id, new StepRecord(analysed, run.warnings()));
    return size;
  }

  /** Describes the version with all warnings of the import: its state is removed by Cleaning. */
  private SavedVersion version(
      UUID id, ImportState state, ImportResult result, List<String> ownWarnings) {
    List<String> warnings = Stream.concat(state.warnings().stream(), ownWarnings.stream()).toList();
    return new SavedVersion(
        id,
        result.handle(),
        state.source().info(),
        context.states().files(id).all(),
        state.build(),
        SavedJson.write(new StepRecord(result, warnings)));
  }

  private static void markComplete(PodWork work) {
    work.command("touch", PodLayout.PREPARED.toString());
    work.command("sync", "-f", PodLayout.VOLUME.toString());
  }

  /** The snapshot of an import's volume. Its content outlives the VolumeSnapshot. */
  private final class VolumeSnapshot {
    private final ClusterApi cluster = context.cluster();
    private final UUID id;
    private final String name;
    private final StepRun run;

    VolumeSnapshot(UUID id, StepRun run) {
      this.id = id;
      this.name = ImportManifests.name(id);
      this.run = run;
    }

    /** Takes the snapshot unless it exists, and returns the driver's handle. May take hours. */
    String take(V1Secret owner) {
      cluster
          .snapshots()
          .apply(ImportManifests.snapshot(id, owner, context.classes().snapshotClass()));
      long begin = System.nanoTime();
      DriverErrorClassifier errors = new DriverErrorClassifier();
      DynamicKubernetesObject ready =
          StepPolling.until(run, () -> ready(errors), () -> isBeingTaken(begin));
      String content = SnapshotManifests.boundContent(ready).orElseThrow();
      context.versions().retain(id, content);
      return cluster
          .contents()
          .get(content)
          .flatMap(SnapshotManifests::handle)
          .orElseThrow(
              () ->
                  new DataPlaneException(
                      "VolumeSnapshotContent %s has no snapshot handle".formatted(content)));
    }

    /** Keeps the content and the driver's snapshot. */
    void remove() {
      cluster.snapshots().delete(name);
      StepPolling.untilTrue(
          run,
          () -> cluster.snapshots().get(name).isEmpty(),
          () -> "VolumeSnapshot %s is not deleted yet".formatted(name));
    }

    private Optional<DynamicKubernetesObject> ready(DriverErrorClassifier errors) {
      Optional<DynamicKubernetesObject> now = cluster.snapshots().get(name);
      errors
          .lastingProblem(now.flatMap(SnapshotManifests::problem))
          .ifPresent(
              problem -> {
                throw new DataPlaneException("cannot take the snapshot of the volume: " + problem);
              });
      return now.filter(SnapshotManifests::isReady)
          .filter(one -> SnapshotManifests.boundContent(one).isPresent());
    }

    private String isBeingTaken(long begin) {
      Optional<DynamicKubernetesObject> now = cluster.snapshots().cache().get(name);
      String how =
          now.flatMap(SnapshotManifests::problem)
              .map(problem -> "; it reports: " + problem)
              .orElse(
                  now.filter(SnapshotManifests::isCut).isPresent()
                      ? "; it is cut but not ready to use yet"
                      : "");
      long minutes = Duration.ofNanos(System.nanoTime() - begin).toMinutes();
      return "the driver has been taking VolumeSnapshot %s for %d min%s"
          .formatted(name, minutes, how);
    }
  }
}
