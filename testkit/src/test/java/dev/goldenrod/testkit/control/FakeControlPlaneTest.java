package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;

class FakeControlPlaneTest extends ControlPlaneContract {
  @Override
  protected Store openStore() {
    return new InMemoryStore();
  }
}
