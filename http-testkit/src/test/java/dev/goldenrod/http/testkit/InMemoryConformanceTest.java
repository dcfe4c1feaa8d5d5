package dev.goldenrod.http.testkit;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class InMemoryConformanceTest extends HttpConformance {
  @Override
  protected Store newStore() {
    return new InMemoryStore();
  }
}
