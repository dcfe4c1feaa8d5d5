package dev.goldenrod.testkit.store;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;

class InMemoryStoreTest extends StoreContract {
  @Override
  protected Store open(Duration lockTimeout) {
    return new InMemoryStore(lockTimeout);
  }
}
