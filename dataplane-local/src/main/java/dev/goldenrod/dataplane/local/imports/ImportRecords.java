package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The results that the steps of one import leave for later steps, until it is cleaned up. */
record ImportRecords(WorkFolder folder) {
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

  /** Returns the result of the step, or empty if that is incomplete or its record is lost. */
  Optional<StepRecord> done(ImportPhase step) {
    return JsonFile.read(folder.file(nameOf(step)), StepRecord.class);
  }

  /**
   * Returns the size of the loaded data.
   *
   * @throws DataPlaneException if it is unknown: an earlier release loaded the data, and did not
   *     analyze it and check its logins
   */
  long loadedSize() {
    return done(ImportPhase.IMPORTING)
        .map(loaded -> loaded.result().sizeBytes())
        .filter(size -> size > 0)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "an earlier release of Goldenrod loaded the data; start the import again"));
  }

  /** Returns the warnings of all completed steps in order. */
  List<String> warnings() {
    return Arrays.stream(ImportPhase.values())
        .filter(ImportPhase::isDataPlaneStep)
        .flatMap(step -> done(step).stream())
        .flatMap(done -> done.warnings().stream())
        .toList();
  }

  private static String nameOf(ImportPhase step) {
    return step.name().toLowerCase(Locale.ROOT) + ".json";
  }
}
