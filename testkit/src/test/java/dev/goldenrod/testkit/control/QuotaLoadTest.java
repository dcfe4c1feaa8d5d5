package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;

class QuotaLoadTest extends QuotaLoadContract {
  @Override
  protected List<Store> openStores() {
    return List.of(new InMemoryStore());
  }
}
