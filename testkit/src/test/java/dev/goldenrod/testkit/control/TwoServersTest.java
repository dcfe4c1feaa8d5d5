package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;

class TwoServersTest extends TwoServersContract {
  @Override
  protected List<Store> openStores() {
    Store store = new InMemoryStore();
    return List.of(store, store);
  }
}
