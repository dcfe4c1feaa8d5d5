package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;

class KeyedCommandsTest extends KeyedCommandsContract {
  @Override
  protected List<Store> openStores() {
    Store store = new InMemoryStore();
    return List.of(store, store);
  }
}
