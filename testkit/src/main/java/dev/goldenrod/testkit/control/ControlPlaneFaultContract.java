package dev.goldenrod.testkit.control;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testing.FakeDataPlane;
import org.junit.jupiter.api.Nested;

/**
 * What goes wrong is put right, and told: an adapter of a store extends this class in its own tests
 * beside {@link ControlPlaneContract}.
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
