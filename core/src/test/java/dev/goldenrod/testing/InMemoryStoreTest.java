package dev.goldenrod.testing;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreContract;
import java.time.Duration;

class InMemoryStoreTest extends StoreContract {
  @Override
  protected Store open(Duration lockTimeout) {
    return new InMemoryStore(lockTimeout);
  }
}
