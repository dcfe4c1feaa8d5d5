package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.ImportSpec;

/** A part about imports, which take an adapter that has them. */
abstract class DataPlaneContractImportPart extends DataPlaneContractPart {
  @Override
  protected abstract DataPlaneContract adapter();

  final ImportSpec importSpec() {
    return adapter().importSpec();
  }
}
