package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepHistory;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The state of imports in folders, used by one server at a time. */
record LocalWorkspace(ImportContext context) implements ImportWorkspace {
  @Override
  public StepHistory history(UUID id) {
    return new StagedHistory(id, context.records(id), context.volumes());
  }

  @Override
  public void save(UUID id, ImportPhase step, StepRecord done) {
    context.records(id).save(step, done);
  }

  @Override
  public String explain(UUID id, String message) {
    return new DiskSpace(context.volumes()).explain(context.records(id), message);
  }

  @Override
  public void removeData(UUID id) {
    new LocalSteps(context).removeData(id);
  }

  @Override
  public void endPrograms(UUID id) {
    Processes.killAll(context.folder(id).folder());
    String staged = VolumeNames.staged(id);
    if (context.volumes().exists(staged) && !context.volumes().isDamaged(staged)) {
      Processes.killAll(context.volumes().path(staged));
    }
  }

  /** The results of an import's steps, from its folder and from the volume that it created. */
  private record StagedHistory(UUID id, ImportRecords records, VolumeStore volumes)
      implements StepHistory {
    @Override
    public Optional<StepRecord> done(ImportPhase step) {
      return switch (step) {
        case SNAPSHOTTING -> version();
        case CLEANING -> records.folder().exists() ? Optional.empty() : version();
        default -> records.done(step);
      };
    }

    @Override
    public List<String> warnings() {
      return records.folder().exists()
          ? records.warnings()
          : version().map(StepRecord::warnings).orElse(List.of());
    }

    @Override
    public String location() {
      return "its record in " + records.folder().folder();
    }

    private Optional<StepRecord> version() {
      return volumes.exists(VolumeNames.golden(id))
          ? Optional.of(LocalSteps.goldenRecord(volumes, id))
          : Optional.empty();
    }
  }
}
