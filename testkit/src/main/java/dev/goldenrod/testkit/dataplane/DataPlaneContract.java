package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;

/**
 * Contract tests of {@link DataPlane}. An adapter's test extends this class and implements the
 * methods of {@link DataPlaneFixture}.
 */
public abstract class DataPlaneContract extends DatabaseContract {
  /** Returns a valid import with a new id. */
  protected abstract ImportSpec importSpec();

  /**
   * Returns a version that can be cloned.
   *
   * @param imported runs an import and returns its version, for adapters without a shared version
   */
  protected VersionRef readyVersion(Supplier<VersionRef> imported) {
    return imported.get();
  }

  @Override
  final Origin origin(DataPlaneContractPart part) {
    return new Origin.Version(readyVersion(() -> part.imported(importSpec())));
  }

  @Nested
  class Imports extends DataPlaneContractImports {}

  @Nested
  class ImportRestarts extends DataPlaneContractImportRestarts {}
}
