package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;

/**
 * Everything that {@link DataPlane} promises: an adapter extends this class in its own tests, gives
 * it the few methods of {@link DataPlaneFixture}, and passes when it keeps all parts.
 */
public abstract class DataPlaneContract extends DatabaseContract {
  /** An import that can succeed, with an id of its own at every call. */
  protected abstract ImportSpec importSpec();

  /**
   * A version that can be cloned.
   *
   * @param imported runs an import and returns the version that it made, for adapters that keep
   *     none between tests
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
