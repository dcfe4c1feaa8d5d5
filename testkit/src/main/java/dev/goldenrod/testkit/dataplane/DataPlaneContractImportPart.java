package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;

/** A part that needs an adapter with imports. */
abstract class DataPlaneContractImportPart extends DataPlaneContractPart {
  final ImportSpec importSpec() {
    return ((DataPlaneContract) adapter()).importSpec();
  }

  /** Returns a version that no test removes. */
  final VersionRef readyVersion() {
    return ((DataPlaneContract) adapter()).readyVersion(() -> imported(importSpec()));
  }
}
