package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.StepRecord;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.List;
import java.util.UUID;

/** Turns the loaded cluster into a snapshot that clones are made of. */
final class SnapshotStep implements Step {
  private final ImportContext context;

  SnapshotStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepReport report) {
    SavedState state = context.states().require(spec.id());
    ImportPod pod = new ImportPods(context, spec.id(), report::isCancelled).loading();
    long size =
        state
            .analysedBytes()
            .orElseGet(() -> pod.during(() -> complete(spec.id(), pod, state.source(), report)));
    pod.end();
    VolumeSnapshots snapshots = new VolumeSnapshots(context, spec.id(), report::isCancelled);
    String handle = snapshots.take(state.secret());
    ImportResult result = new ImportResult(Integer.toString(state.source().major()), handle, size);
    context.versions().save(version(spec.id(), state, result));
    snapshots.forget();
    return result;
  }

  private long complete(UUID id, ImportPod pod, SourceMetadata source, StepReport report) {
    pod.requireQuiet();
    long size =
        PostgresImport.analyse(
            context.preparation(id, source.major(), report),
            context.work(pod.name(), source.major(), report),
            source);
    markComplete(context.pod(pod.name()));
    context.states().saveAnalysedBytes(id, size);
    return size;
  }

  private SavedVersion version(UUID id, SavedState state, ImportResult result) {
    return new SavedVersion(
        id,
        result.handle(),
        PostgresImport.info(state.source()),
        context.states().files(id).all(),
        SavedState.json(new StepRecord(result, state.warnings())));
  }

  /** A server may start on a copy of the volume from now on. */
  private static void markComplete(EnginePod pod) {
    pod.output(List.of("touch", PodLayout.PREPARED.toString()));
    pod.output(List.of("sync", "-f", PodLayout.VOLUME.toString()));
  }
}
