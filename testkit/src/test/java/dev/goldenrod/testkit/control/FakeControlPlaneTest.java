package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;

/** The control plane keeps its promises on the fakes. */
class FakeControlPlaneTest extends ControlPlaneContract {
  @Override
  protected Store openStore() {
    return new InMemoryStore();
  }
}
