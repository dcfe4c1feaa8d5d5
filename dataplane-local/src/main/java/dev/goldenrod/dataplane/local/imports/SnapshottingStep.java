package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Turns the loaded data into a frozen volume for clones. */
final class SnapshottingStep implements Step {
  /** The file with the import's result in the volume, which outlives the import's folder. */
  private static final String RECORD = "import.json";

  private static final String WRITTEN = "snapshotting.written";

  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  SnapshottingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    WorkFolder folder = context.folder(spec.id());
    String staged = VolumeNames.staged(spec.id());
    if (!folder.isMarked(WRITTEN)) {
      DataVolume volume = context.staged(spec.id());
      Processes.killAll(volume.root(), KILL_PATIENCE);
      describe(spec.id(), volume, folder, run);
      folder.mark(WRITTEN);
    }
    // Only a frozen volume gets the final name, which therefore shows that it is complete.
    context.volumes().freeze(staged);
    context.volumes().rename(staged, VolumeNames.golden(spec.id()));
    return record(context.volumes(), spec.id()).result();
  }

  static StepRecord record(VolumeStore volumes, UUID id) {
    DataVolume volume = new DataVolume(volumes.path(VolumeNames.golden(id)));
    return JsonFile.read(volume.root().resolve(RECORD), StepRecord.class)
        .orElseGet(() -> unrecorded(volume, id));
  }

  /** The volume's final name shows that it is complete, even if the record is lost. */
  private static StepRecord unrecorded(DataVolume volume, UUID id) {
    return new StepRecord(
        new ImportResult(volume.info().release(), VolumeNames.handle(id), 0),
        List.of(
            "%s of the golden is missing or damaged: the golden's size and warnings are lost"
                .formatted(RECORD)));
  }

  private void describe(UUID id, DataVolume volume, WorkFolder folder, StepReport report) {
    ProbedSource source = context.records(id).source();
    KeptWarnings kept =
        new KeptWarnings(report, new CopyOnWriteArrayList<>(context.records(id).warnings()));
    long size =
        source.analyse(
            context.preparation(source, volume, folder, kept), context.work(source, folder, kept));
    volume.write(source.info());
    ImportResult result = new ImportResult(source.release(), VolumeNames.handle(id), size);
    volume.write(RECORD, JsonFile.text(new StepRecord(result, kept.warnings())));
  }

  /** Forwards all reports, and keeps the warnings for the record. */
  private record KeptWarnings(StepReport report, List<String> warnings) implements StepReport {
    @Override
    public void warn(String sentence) {
      warnings.add(sentence);
      report.warn(sentence);
    }

    @Override
    public void progress(Progress progress) {
      report.progress(progress);
    }

    @Override
    public boolean isCancelled() {
      return report.isCancelled();
    }
  }
}
