package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.imports.ImportPhase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What is kept of an import's steps in its folder, and in the volume that it made. */
record StagedHistory(UUID id, Staging staging, VolumeStore volumes) implements StepHistory {
  @Override
  public Optional<StepRecord> done(ImportPhase step) {
    return switch (step) {
      case SNAPSHOTTING -> version();
      case CLEANING -> staging.exists() ? Optional.empty() : version();
      default -> staging.done(step);
    };
  }

  @Override
  public List<String> warnings() {
    return staging.exists()
        ? staging.warnings()
        : version().map(StepRecord::warnings).orElse(List.of());
  }

  @Override
  public String keeper() {
    return "its record in " + staging.folder();
  }

  private Optional<StepRecord> version() {
    return volumes.exists(VolumeNames.golden(id))
        ? Optional.of(SnapshottingStep.record(volumes, id))
        : Optional.empty();
  }
}
