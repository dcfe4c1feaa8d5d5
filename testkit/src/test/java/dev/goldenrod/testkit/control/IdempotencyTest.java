package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;

class IdempotencyTest extends IdempotencyContract {
  @Override
  protected List<Store> openStores() {
    Store store = new InMemoryStore();
    return List.of(store, store);
  }
}
