package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.Nested;

class ControlPlaneChaosTest extends ControlPlaneFixture {
  @Override
  protected Store openStore() {
    return new InMemoryStore();
  }

  @Nested
  class Chaos extends ControlPlaneChaos {}
}
