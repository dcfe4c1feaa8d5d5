package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the steps of one import leave for each other, until it is cleaned up. */
record ImportRecords(WorkFolder folder) {
  private static final String SOURCE = "source.json";

  void save(ProbedSource source) {
    folder.writeOwn(SOURCE, source.toJson());
  }

  /**
   * What the probe found out.
   *
   * @throws DataPlaneException when that is gone or damaged
   */
  ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "%s is gone or damaged; start the import again"
                        .formatted(folder.file(SOURCE))));
  }

  /** The same, as far as it is known. */
  Optional<ProbedSource> knownSource() {
    return JsonFile.read(folder.file(SOURCE), Engines.importer()::readSource);
  }

  void save(ImportPhase step, StepRecord done) {
    folder.writeOwn(nameOf(step), JsonFile.text(done));
  }

  /** What was kept of the step; empty unless it is done and known to be. */
  Optional<StepRecord> done(ImportPhase step) {
    return JsonFile.read(folder.file(nameOf(step)), StepRecord.class);
  }

  /** The warnings of the steps that are done, first step first. */
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
