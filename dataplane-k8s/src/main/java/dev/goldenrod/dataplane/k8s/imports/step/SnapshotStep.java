package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Turns the loaded cluster into a snapshot that clones are made of. */
final class SnapshotStep implements Step {
  private final ImportContext context;

  SnapshotStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepReport report) {
    UUID id = spec.id();
    SavedState state = context.states().require(id);
    SourceMetadata source = state.source();
    String release = Integer.toString(source.major());
    long size = state.analysedBytes().orElseGet(analysis(id, source, report));
    new ImportPod(context, id, report::isCancelled).end();
    VolumeSnapshots snapshots = new VolumeSnapshots(context, id, report::isCancelled);
    ImportResult result = new ImportResult(release, snapshots.take(state.secret()), size);
    List<String> warnings = new ArrayList<>(state.warnings());
    context
        .versions()
        .save(
            new SavedVersion(
                id,
                result.handle(),
                PostgresImport.info(source),
                context.states().files(id).all(),
                SavedState.json(new StepRecord(result, warnings))));
    snapshots.forget();
    return result;
  }

  private Supplier<Long> analysis(UUID id, SourceMetadata source, StepReport report) {
    return () -> {
      new ImportPod(context, id, report::isCancelled).requireQuiet();
      long size =
          PostgresImport.analyse(
              context.preparation(id, source.major(), report),
              context.work(id, source.major(), report),
              source);
      complete(context.pod(id));
      context.states().saveAnalysedBytes(id, size);
      return size;
    };
  }

  /** A server may start on a copy of the volume from now on. */
  private static void complete(EnginePod pod) {
    pod.output(List.of("touch", PodLayout.PREPARED.toString()));
    pod.output(List.of("sync", "-f", PodLayout.VOLUME.toString()));
  }
}
