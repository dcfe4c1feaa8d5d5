package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The results of an import's steps, from its folder and from the volume that it created. */
record StagedHistory(UUID id, ImportRecords records, VolumeStore volumes) implements StepHistory {
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
        ? Optional.of(SnapshottingStep.record(volumes, id))
        : Optional.empty();
  }
}
