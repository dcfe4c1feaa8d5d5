package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;

/** A part about imports, which take an adapter that has them. */
abstract class DataPlaneContractImportPart extends DataPlaneContractPart {
  final ImportSpec importSpec() {
    return ((DataPlaneContract) adapter()).importSpec();
  }

  /** One that no test removes. */
  final VersionRef readyVersion() {
    return ((DataPlaneContract) adapter()).readyVersion(() -> imported(importSpec()));
  }
}
