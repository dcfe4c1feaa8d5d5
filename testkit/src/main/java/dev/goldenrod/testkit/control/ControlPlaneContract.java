package dev.goldenrod.testkit.control;

import dev.goldenrod.control.ControlPlane;
import org.junit.jupiter.api.Nested;

/**
 * Contract tests of {@link ControlPlane} for any store and data plane. An adapter's test extends
 * this class and implements the methods of {@link ControlPlaneFixture}.
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
