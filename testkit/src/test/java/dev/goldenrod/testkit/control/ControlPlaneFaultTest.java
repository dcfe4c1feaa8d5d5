package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;

class ControlPlaneFaultTest extends ControlPlaneFaultContract {
  @Override
  protected Store openStore() {
    return new InMemoryStore();
  }
}
