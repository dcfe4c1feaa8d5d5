package dev.goldenrod.testkit.control;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testing.FakeDataPlane;
import org.junit.jupiter.api.Nested;

/**
 * Contract tests of failures and recovery, for the adapter of a store in addition to {@link
 * ControlPlaneContract}.
 */
public abstract class ControlPlaneFaultContract extends ControlPlaneFixture {
  @Override
  protected final DataPlane openDataPlane() {
    return new FakeDataPlane();
  }

  @Nested
  class Instances extends ControlPlaneFaultContractInstances {}

  @Nested
  class Imports extends ControlPlaneFaultContractImports {}

  @Nested
  class Restarts extends ControlPlaneFaultContractRestarts {}
}
