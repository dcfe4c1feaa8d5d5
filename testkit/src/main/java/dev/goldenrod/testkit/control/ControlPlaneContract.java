package dev.goldenrod.testkit.control;

import dev.goldenrod.control.ControlPlane;
import org.junit.jupiter.api.Nested;

/**
 * Everything that {@link ControlPlane} promises on any store and any data plane: an adapter extends
 * this class in its own tests and gives it the few methods of {@link ControlPlaneFixture}.
 */
public abstract class ControlPlaneContract extends ControlPlaneFixture {
  @Nested
  class Goldens extends ControlPlaneContractGoldens {}

  @Nested
  class Imports extends ControlPlaneContractImports {}

  @Nested
  class Instances extends ControlPlaneContractInstances {}

  @Nested
  class Quotas extends ControlPlaneContractQuotas {}

  @Nested
  class Audit extends ControlPlaneContractAudit {}

  @Nested
  class Deletions extends ControlPlaneContractDeletions {}

  @Nested
  class Outages extends ControlPlaneContractOutages {}
}
