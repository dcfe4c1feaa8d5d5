package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;

/** A part of {@link DataPlaneContract} for data planes that support imports. */
abstract class DataPlaneContractImportPart extends DataPlaneContractPart {
  final ImportSpec importSpec() {
    return ((DataPlaneContract) adapter()).importSpec();
  }

  /** Returns a version that no test removes. */
  final VersionRef readyVersion() {
    return ((DataPlaneContract) adapter()).readyVersion(() -> imported(importSpec()));
  }
}
