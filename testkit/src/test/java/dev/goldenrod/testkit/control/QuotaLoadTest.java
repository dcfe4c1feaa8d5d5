package dev.goldenrod.testkit.control;

import dev.goldenrod.port.Store;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;

/** The caps hold in memory. */
class QuotaLoadTest extends QuotaLoadContract {
  @Override
  protected List<Store> openStores() {
    return List.of(new InMemoryStore());
  }
}
