package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.imports.ImportPhase;
import java.util.Arrays;
import java.util.List;

/** The warnings of an import's finished steps. */
final class Warnings {
  private final Staging staging;

  Warnings(Staging staging) {
    this.staging = staging;
  }

  /** All of them, first step first. */
  List<String> all() {
    return Arrays.stream(ImportPhase.values())
        .filter(ImportPhase::isDataPlaneStep)
        .flatMap(step -> staging.done(step).stream())
        .flatMap(done -> done.warnings().stream())
        .toList();
  }
}
