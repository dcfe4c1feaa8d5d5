package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.TwoServersContract;
import java.util.List;

class PostgresTwoServersTest extends TwoServersContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newStore();
    return List.of(PostgresServer.open(url), PostgresServer.open(url));
  }
}
