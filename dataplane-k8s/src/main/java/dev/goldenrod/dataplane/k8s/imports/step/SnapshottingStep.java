package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.imports.state.ImportState;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.engine.imports.Checkpoints;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.UUID;

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
    long size = state.analysedBytes().orElseGet(() -> complete(spec.id(), state, pods, run));
    pods.loading().end();
    VolumeSnapshots snapshots = new VolumeSnapshots(context, spec.id(), run);
    String handle = snapshots.take(state.secret());
    ImportResult result = new ImportResult(state.source().release(), handle, size);
    context.versions().save(version(spec.id(), state, result));
    snapshots.remove();
    return result;
  }

  /** A lost pod is replaced: the data is on the volume, and its server recovers. */
  private long complete(UUID id, ImportState state, ImportPods pods, StepRun run) {
    pods.startLoading(state);
    ProbedSource source = state.source();
    PodWork work = new PodWork(context, id, pods.loading(), "analyse", source.release(), run);
    long size =
        pods.loading()
            .duringSessions(
                () -> {
                  long bytes = source.analyse(work.preparation(), work.work(Checkpoints.NONE));
                  markComplete(work);
                  return bytes;
                });
    context.states().saveAnalysedBytes(id, size);
    return size;
  }

  private SavedVersion version(UUID id, ImportState state, ImportResult result) {
    return new SavedVersion(
        id,
        result.handle(),
        state.source().info(),
        context.states().files(id).all(),
        state.build(),
        ImportState.json(new StepRecord(result, state.warnings())));
  }

  private static void markComplete(PodWork work) {
    work.command("touch", PodLayout.PREPARED.toString());
    work.command("sync", "-f", PodLayout.VOLUME.toString());
  }
}
