package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.ImportWorkspace.SavedSteps;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.util.Locale;
import java.util.Optional;

/** The results that the steps of one import leave for later steps, until it is cleaned up. */
record ImportRecords(WorkFolder folder) implements SavedSteps {
  private static final String SOURCE = "source.json";

  void save(ProbedSource source) {
    folder.writeOwn(SOURCE, source.toJson());
  }

  /**
   * Returns the result of the probe.
   *
   * @throws DataPlaneException if it is missing or damaged
   */
  ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "%s is missing or damaged; start the import again"
                        .formatted(folder.file(SOURCE))));
  }

  Optional<ProbedSource> knownSource() {
    return JsonFile.read(folder.file(SOURCE), Engines.importer()::readSource);
  }

  void save(ImportPhase step, StepRecord done) {
    folder.writeOwn(nameOf(step), JsonFile.text(done));
  }

  @Override
  public Optional<StepRecord> done(ImportPhase step) {
    return JsonFile.read(folder.file(nameOf(step)), StepRecord.class);
  }

  private static String nameOf(ImportPhase step) {
    return step.name().toLowerCase(Locale.ROOT) + ".json";
  }
}
