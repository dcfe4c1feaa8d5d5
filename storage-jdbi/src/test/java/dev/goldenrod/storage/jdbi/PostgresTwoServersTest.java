package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.TwoServersContract;
import java.util.List;

/** Two servers on one PostgreSQL. */
class PostgresTwoServersTest extends TwoServersContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newDatabase();
    return List.of(open(url), open(url));
  }

  private static Store open(String url) {
    return JdbiStore.open(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }
}
