package dev.goldenrod.http.testkit;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;

class InMemoryConformanceTest extends HttpConformance {
  @Override
  protected Store newStore() {
    return new InMemoryStore();
  }
}
