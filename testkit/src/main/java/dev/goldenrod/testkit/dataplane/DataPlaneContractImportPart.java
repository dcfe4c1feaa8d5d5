package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.ImportSpec;

/** A part about imports, which take an adapter that has them. */
abstract class DataPlaneContractImportPart extends DataPlaneContractPart {
  final ImportSpec importSpec() {
    return ((DataPlaneContract) adapter()).importSpec();
  }
}
